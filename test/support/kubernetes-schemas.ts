import { Ajv } from 'ajv'
import type { KubernetesObject } from './kubernetes-objects.ts'

interface Model {
  prototype: { validate(): void }
}

/** Kubernetes' own models and those of the Prometheus operator, with compiled schemas, by `apiVersion kind`. */
const models: Record<string, () => Promise<object>> = {
  'v1 Namespace': () => import('kubernetes-models/v1/Namespace'),
  'v1 ServiceAccount': () => import('kubernetes-models/v1/ServiceAccount'),
  'v1 ConfigMap': () => import('kubernetes-models/v1/ConfigMap'),
  'v1 Secret': () => import('kubernetes-models/v1/Secret'),
  'v1 Service': () => import('kubernetes-models/v1/Service'),
  'apps/v1 Deployment': () => import('kubernetes-models/apps/v1/Deployment'),
  'batch/v1 Job': () => import('kubernetes-models/batch/v1/Job'),
  'policy/v1 PodDisruptionBudget': () => import('kubernetes-models/policy/v1/PodDisruptionBudget'),
  'autoscaling/v2 HorizontalPodAutoscaler': () =>
    import('kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'),
  'networking.k8s.io/v1 NetworkPolicy': () => import('kubernetes-models/networking.k8s.io/v1/NetworkPolicy'),
  'networking.k8s.io/v1 Ingress': () => import('kubernetes-models/networking.k8s.io/v1/Ingress'),
  'monitoring.coreos.com/v1 ServiceMonitor': () =>
    import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'),
  'monitoring.coreos.com/v1 PrometheusRule': () =>
    import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'),
}

const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const text = { type: 'string' }
const count = { type: 'integer', minimum: 1 }
const resources = object({ requests: { type: 'object' }, limits: { type: 'object' } })
const custom = (spec: object) =>
  object({ apiVersion: text, kind: text, metadata: { type: 'object' }, spec }, ['spec'])

/**
 * The fields of the two operators' resources that we use, written by us.
 * @source https://github.com/rabbitmq/cluster-operator/blob/main/config/crd/bases/rabbitmq.com_rabbitmqclusters.yaml
 * @source https://github.com/mongodb/mongodb-kubernetes/blob/master/config/crd/bases/mongodbcommunity.mongodb.com_mongodbcommunity.yaml
 */
const ownWords: Record<string, object> = {
  'rabbitmq.com/v1beta1 RabbitmqCluster': custom(
    object({
      replicas: count,
      image: text,
      secretBackend: object({ externalSecret: object({ name: text }) }),
      persistence: object({ storage: text, storageClassName: text }),
      resources,
      rabbitmq: object({ additionalConfig: text, advancedConfig: text }),
      affinity: { type: 'object' },
    }),
  ),
  'mongodbcommunity.mongodb.com/v1 MongoDBCommunity': custom(
    object(
      {
        type: { enum: ['ReplicaSet'] },
        members: count,
        version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
        security: object({ authentication: object({ modes: { enum: [['SCRAM']] } }, ['modes']) }),
        additionalMongodConfig: { type: 'object' },
        users: {
          type: 'array',
          items: object(
            {
              name: text,
              db: text,
              passwordSecretRef: object({ name: text, key: text }, ['name']),
              roles: { type: 'array', items: object({ name: text, db: text }, ['name', 'db']) },
              scramCredentialsSecretName: text,
            },
            ['name', 'passwordSecretRef', 'roles', 'scramCredentialsSecretName'],
          ),
        },
        statefulSet: object({
          spec: object({
            template: object({ spec: { type: 'object' } }),
            volumeClaimTemplates: { type: 'array' },
          }),
        }),
      },
      ['type', 'security', 'users'],
    ),
  ),
}

/** What is wrong with an object: broken rules, and unknown fields. */
export async function mistakesOf(manifest: KubernetesObject): Promise<string[]> {
  const kind = `${manifest.apiVersion} ${manifest.kind}`
  if (kind in ownWords) {
    const validate = new Ajv({ strict: false, allErrors: true }).compile(ownWords[kind] as object)
    return validate(manifest) ? [] : (validate.errors ?? []).map((error) => JSON.stringify(error))
  }
  const load = models[kind]
  if (load === undefined) return [`nothing is known of ${kind}`]
  const model = ((await load()) as Record<string, Model>)[manifest.kind] as Model
  const unread = new Set<string>()
  const mistakes: string[] = []
  try {
    model.prototype.validate.call(watched(manifest, '', unread))
  } catch (error) {
    mistakes.push((error as Error).message)
  }
  return [...mistakes, ...[...unread].map((field) => `there is no field ${field}`)]
}

/**
 * Kubernetes' schemas allow unknown fields, but kubectl does not. A compiled schema reads every field that it
 * knows: what is left in `unread` afterwards is no field of Kubernetes.
 */
function watched<T extends object>(value: T, path: string, unread: Set<string>): T {
  if (!Array.isArray(value)) for (const key of Object.keys(value)) unread.add(`${path}/${key}`)
  return new Proxy(value, {
    get(target, key) {
      const child = Reflect.get(target, key)
      if (typeof key !== 'string') return child
      unread.delete(`${path}/${key}`)
      const isOwn = Object.hasOwn(target, key)
      return isOwn && typeof child === 'object' && child !== null
        ? watched(child, `${path}/${key}`, unread)
        : child
    },
  })
}
