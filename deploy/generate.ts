/** `npm run generate` writes the files that are derived from system.ts. test/deploy/system.test.ts compares them. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serviceNames, services } from '../system.ts'
import { autoscalers, serviceManifests } from './kubernetes/manifests.ts'

const root = path.join(import.meta.dirname, '..')
const kubernetes = path.join('deploy', 'kubernetes')
const note = 'Generated from system.ts by `npm run generate`: do not edit.'

/** Each generated file by its path from the root, and the text that it must have. */
export function generatedFiles(): Record<string, string> {
  const yaml = (text: string) => `# ${note}\n${text}`
  return {
    [path.join('packages', 'contracts', 'src', 'services.ts')]: contractsServices(),
    [path.join(kubernetes, 'base', 'services.yaml')]: yaml(serviceManifests()),
    [path.join(kubernetes, 'components', 'autoscaling', 'replicas.yaml')]: yaml(autoscalers()),
  }
}

const exporting = serviceNames.flatMap((name) => {
  const { exports } = services[name]
  return exports ? [{ name, ...exports }] : []
})

const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)
const list = (names: readonly string[]) => `[\n${names.map((name) => `  '${name}',\n`).join('')}]`
const record = (entries: readonly (readonly [name: string, text: string])[]) => {
  const lines = entries.map(
    ([name, text]) => `  ${/^\w+$/.test(name) ? name : quoted(name)}: ${quoted(text)},\n`,
  )
  return `{\n${lines.join('')}}`
}

const contractsServices = () => `// ${note}

/** Every service by the name of its folder, its database, its queues and its events. */
export const serviceNames = ${list(serviceNames)} as const

export type ServiceName = (typeof serviceNames)[number]

/** What each service does, for the API documents. */
export const serviceDescriptions: Record<ServiceName, string> = ${record(serviceNames.map((name) => [name, services[name].does]))}

/** The services with endpoints for signed-in customers, without auth: each reads the events of ended sessions. */
export const customerServices = ${list(serviceNames.filter((name) => services[name].customers))} as const satisfies ServiceName[]
export type CustomerService = (typeof customerServices)[number]

/** What a customer's file calls the part of each service, in the order of the file. */
export const exportSections = ${record(exporting.map(({ name, section }) => [name, section]))} as const satisfies Partial<Record<ServiceName, string>>

/** The titles of these parts in mails. */
export const exportTitles: Record<string, string> = ${record(exporting.map(({ section, title }) => [section, title]))}

/** The services that hold data of customers, without auth: each exports and erases its part when auth requests it. */
export type CustomerDataService = keyof typeof exportSections
export const customerDataServices = Object.keys(exportSections) as readonly CustomerDataService[]
`

if (import.meta.main) {
  for (const [file, text] of Object.entries(generatedFiles())) {
    if (readFileSync(path.join(root, file), 'utf8') === text) continue
    writeFileSync(path.join(root, file), text)
    console.log(`${file}: written`)
  }
}
