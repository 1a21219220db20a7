import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { composeFile } from '../../deploy/compose-file.ts'
import { generatedFiles } from '../../deploy/generate.ts'
import { routedServices } from '../../gateway/src/config.ts'
import type { InternalRoute } from '../../packages/service-kit/src/http/internal-routes.ts'
import { containerPort, others, type ServiceName, serviceNames, services, variableOf } from '../../system.ts'

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const sourceOf = (name: ServiceName, file: string) => import(path.join(root, 'services', name, 'src', file))
const addressesOf = (names: readonly ServiceName[]) => names.map((name) => `${variableOf(name)}_URL`)
const addresses = addressesOf(serviceNames)
const needsOfAll = serviceNames.flatMap((name) => services[name].needs ?? [])

/** One line for each difference, which says what to change and where. */
const differences = (where: string, present: Iterable<string>, wanted: Iterable<string>) => [
  ...[...new Set(wanted).difference(new Set(present))].map((name) => `${where}: add ${name}`),
  ...[...new Set(present).difference(new Set(wanted))].map((name) => `${where}: remove ${name}`),
]

/** The settings of a service, and those of the commands in its container. */
async function settingsOf(name: ServiceName): Promise<string[]> {
  const { configSchema, rebuildConfigSchema } = await sourceOf(name, 'config.ts')
  return [configSchema, rebuildConfigSchema].flatMap((schema) => Object.keys(schema?.shape ?? {}))
}

test.each(Object.entries(generatedFiles()))('%s is up to date (else: npm run generate)', (file, text) => {
  expect(existsSync(path.join(root, file)) && read(file) === text).toBe(true)
})

test('system.ts has each folder of services/', () => {
  const folders = globSync('services/*/src/main.ts', { cwd: root }).map(
    (file) => file.split(path.sep)[1] ?? '',
  )
  expect(differences('system.ts', serviceNames, folders)).toEqual([])
})

describe.each(serviceNames)('%s', (name) => {
  const { calls, needs = [], reaches } = services[name]

  test('reads the addresses of the services that it calls, and its own settings', async () => {
    const present = (await settingsOf(name)).filter((key) => [...addresses, ...needsOfAll].includes(key))
    const wanted = [...addressesOf(calls), ...needs]
    expect(differences(`services/${name}/src/config.ts`, present, wanted)).toEqual([])
  })

  test('may call each service that it calls', async () => {
    const refusals = calls.map(async (to) => {
      const { internalRoutes } = await sourceOf(to, 'routes.ts')
      const routes: InternalRoute[] = internalRoutes({})
      const isCaller = routes.some(({ callers }) => callers.includes(name))
      return isCaller ? [] : [`services/${to}/src/routes.ts: no internal route has the caller ${name}`]
    })
    expect((await Promise.all(refusals)).flat()).toEqual([])
  })

  test('has a container with the same settings, and with network access only to what it reaches', () => {
    const { build, environment = {}, networks = [] } = composeFile.services[name] ?? {}
    const where = `docker-compose.yml, ${name}`
    const present = Object.keys(environment).filter((key) => [...addresses, ...needsOfAll].includes(key))
    expect([
      ...differences(`${where}, SERVICE`, build ? [String(build.args.SERVICE)] : [], [name]),
      ...differences(`${where}, environment`, present, [...addressesOf(calls), ...needs]),
      ...differences(`${where}, networks`, networks, ['data', 'shop', ...(reaches ? ['outside'] : [])]),
    ]).toEqual([])
  })
})

describe('docker-compose.yml', () => {
  const { gateway, ...standIns } = others
  const environment = (name: string) => composeFile.services[name]?.environment ?? {}

  test('runs every service behind the gateway, and the gateway waits for each', () => {
    const { depends_on = {} } = composeFile.services.gateway ?? {}
    expect([
      ...differences('docker-compose.yml, gateway, environment', Object.keys(environment('gateway')), [
        ...Object.keys(environment('gateway')).filter((key) => !addresses.includes(key)),
        ...addressesOf(routedServices),
      ]),
      ...differences('docker-compose.yml, gateway, depends_on', Object.keys(depends_on), serviceNames),
    ]).toEqual([])
  })

  test('has the ports of system.ts', () => {
    const published = Object.entries(composeFile.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port.replace(/^.*?(?=\$\{(?!GATEWAY_ADDRESS))/, '')]),
    )
    for (const name of ['gateway', 'stripe-sandbox', 'mail-catcher'] as const)
      expect(published).toContainEqual([
        name,
        `\${${others[name].setting}:-${others[name].port}}:${containerPort}`,
      ])
    for (const name of [...serviceNames, 'gateway', 'stripe-sandbox', 'mail-catcher'])
      expect([name, environment(name).PORT]).toEqual([name, containerPort])
    expect(environment('gateway').METRICS_PORT).toBe(gateway.metricsPort)
    expect(environment('mail-catcher').SMTP_PORT).toBe(standIns['mail-catcher'].smtpPort)
  })
})

test('Prometheus reads the metrics of every service and of the gateway', () => {
  const file = 'deploy/compose/prometheus.yml'
  const jobs: { dns_sd_configs: { names: string[]; port: number }[] }[] = parse(read(file)).scrape_configs
  const targets = jobs
    .flatMap((job) => job.dns_sd_configs)
    .flatMap(({ names, port }) => names.map((name) => `${name}:${port}`))
  const wanted = serviceNames.map((name) => `${name}:${containerPort}`)
  expect(differences(file, targets, [...wanted, `gateway:${others.gateway.metricsPort}`])).toEqual([])
})

test('when a service or the gateway is down then the alert ServiceDown fires, although its series vanish', () => {
  const file = 'ops/alerts.yml'
  const groups: { rules: { alert: string; expr: string }[] }[] = parse(read(file)).groups
  const expr = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'ServiceDown')?.expr ?? ''
  const watched = expr.split(' or ').map((part) => {
    const [, up, label] =
      /^label_replace\(absent\(up\{service="(.+)"\} == 1\), "service", "(.+)", "", ""\)$/.exec(part) ?? []
    return up !== undefined && up === label ? up : part
  })
  expect(differences(file, watched, [...serviceNames, 'gateway'])).toEqual([])
})
