import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { composeFile, composeText, environmentOf, variablesIn } from '../../deploy/compose-file.ts'
import { configSchema as gatewayConfig, routedServices } from '../../gateway/src/config.ts'
import { readConfig as readMailCatcherConfig } from '../../packages/mail-catcher/src/config.ts'
import { urlVariable } from '../../packages/service-kit/src/config.ts'
import { readConfig as readSandboxConfig } from '../../packages/stripe-sandbox/src/config.ts'
import { missingLines } from '../../scripts/setup-command.mjs'
import { others, serviceNames } from '../../system.ts'

const root = path.join(import.meta.dirname, '..', '..')
const { services, networks, volumes } = composeFile
const containers = Object.entries(services).map(([name, container]) => ({ name, ...container }))
const fresh = parseEnv(missingLines('').join('\n'))
/** The settings of .env.example, without those whose text says that they are for other ways to run PrankPost. */
const documented = new Set(
  readFileSync(path.join(root, '.env.example'), 'utf8')
    .split('\n\n')
    .filter(
      (text) =>
        !/not in docker compose|^# Tests:|^# Only when processes are started individually/m.test(text),
    )
    .flatMap((text) => [...text.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)),
)
type Read = (env: NodeJS.ProcessEnv) => unknown

/** How each of our processes reads its environment; throws if a value is missing or wrong. */
async function readersOfConfig(): Promise<Record<string, Read>> {
  const readers = serviceNames.map(async (name): Promise<[string, Read]> => {
    const { configSchema, rebuildConfigSchema } = await import(
      path.join(root, 'services', name, 'src', 'config.ts')
    )
    return [name, (env) => [configSchema, rebuildConfigSchema].map((schema) => schema?.parse(env))]
  })
  return {
    ...Object.fromEntries(await Promise.all(readers)),
    gateway: (env) => gatewayConfig.parse(env),
    'stripe-sandbox': readSandboxConfig,
    'mail-catcher': readMailCatcherConfig,
  }
}
const readers = await readersOfConfig()
const ours = Object.keys(readers)

/** The variables that a process reads. */
function variablesRead(name: string, env: Record<string, string>): string[] {
  // The gateway's schema passes unknown variables through, and so reads all of them.
  if (name === 'gateway') return [...Object.keys(gatewayConfig.in.shape), ...routedServices.map(urlVariable)]
  const seen = new Set<string>()
  const watched = new Proxy(env, {
    get(target, key) {
      seen.add(String(key))
      return Reflect.get(target, key)
    },
  })
  readers[name]?.(watched)
  return [...seen]
}

describe('docker-compose.yml', () => {
  const { $schema: _unknownToAjv, ...schema } = JSON.parse(
    readFileSync(path.join(root, 'deploy', 'compose', 'schema', 'compose-spec.json'), 'utf8'),
  )
  const duration = /^(\d+(us|ms|s|m|h))+$/
  const formats = { duration, ports: true, expose: true, subnet_ip_address: true } as const
  const isValid = new Ajv({ strict: false, formats }).compile(schema)
  const whole = (): Record<string, Record<string, object>> => parse(composeText, { merge: true })

  test('follows the Compose Specification', () => {
    isValid(whole())
    expect(isValid.errors).toBeNull()
  })

  test('when something in it is not part of the specification, then the check reports it', () => {
    const odd = whole()
    Object.assign(odd.services?.order ?? {}, { memory: '1G' })
    expect(isValid(odd)).toBe(false)
  })

  test.each(ours)('gives %s everything that its configuration requires', (name) => {
    expect(() => readers[name]?.(environmentOf(name, fresh))).not.toThrow()
  })

  test.each(ours)('sets nothing for %s that it does not read', (name) => {
    const read = variablesRead(name, environmentOf(name, fresh))
    const unread = Object.keys(services[name]?.environment ?? {}).filter((key) => !read.includes(key))
    expect(unread).toEqual([])
  })

  test.each(ours)('passes %s each setting of .env.example that it reads', (name) => {
    const read = variablesRead(name, environmentOf(name, fresh))
    const passed = Object.keys(services[name]?.environment ?? {})
    expect(read.filter((key) => documented.has(key) && !passed.includes(key))).toEqual([])
  })

  test('when a setting of .env.example reaches no container then its text says where it applies', () => {
    const isUsed = (name: string) => new RegExp(`\\b${name}:`).test(composeText)
    expect([...documented].filter((name) => !isUsed(name))).toEqual([])
  })

  test('when a container has the address of another, then that one listens there, on a network that both share', () => {
    const calls = [...ours, 'mongo-setup', 'broker-setup', 'backup'].flatMap((from) =>
      Object.values(environmentOf(from, fresh)).flatMap((value) => addressIn(from, value)),
    )
    // Each service's database, broker and the services it calls: the search found enough.
    expect(calls.length).toBeGreaterThan(50)
    for (const { from, to, port } of calls) {
      const isNear = services[from]?.networks?.some((network) => services[to]?.networks?.includes(network))
      expect([from, to, isNear]).toEqual([from, to, true])
      expect([to, listeningPorts(to)]).toEqual([to, expect.arrayContaining([port])])
    }
  })

  test('publishes only the gateway; stand-ins and dashboards are in their profiles, on this machine only', () => {
    const published = containers.filter(({ ports }) => ports !== undefined)
    const always = published.filter(({ profiles }) => profiles === undefined)
    expect(always.map(({ name }) => name)).toEqual(['gateway'])
    for (const { name, ports } of published.filter(({ profiles }) => profiles !== undefined))
      expect([name, ports]).toEqual([name, [expect.stringMatching(/^127\.0\.0\.1:/)]])
  })

  test('lets only services, their set-up and backups reach the database server and the broker', () => {
    const near = containers.filter((container) => container.networks?.includes('data'))
    const setUp = ['mongo-setup', 'broker-setup', 'backup']
    const allowed = [...serviceNames, 'mongo', 'rabbitmq', ...setUp, 'stripe-sandbox']
    expect(near.map(({ name }) => name).toSorted()).toEqual(allowed.toSorted())
    const isolated = {
      internal: true,
      driver_opts: { 'com.docker.network.bridge.inhibit_ipv4': 'true' },
    }
    expect([networks.data, networks.shop]).toEqual([isolated, isolated])
    expect([services.mongo?.networks, services.rabbitmq?.networks]).toEqual([['data'], ['data']])
  })

  test.each(containers)('runs $name with few resources, read-only and without privileges', (container) => {
    const { cap_drop, security_opt, read_only, restart, deploy, logging, image = '' } = container
    expect({ cap_drop, security_opt, read_only }).toEqual({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
    })
    expect(restart).toMatch(
      container.profiles?.includes('tools') ? /^no$/ : /^(unless-stopped|on-failure:5)$/,
    )
    expect(logging).toMatchObject({ options: { 'max-size': expect.any(String) } })
    const limits = { cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) }
    expect(deploy).toEqual({ resources: { limits } })
    // External images have a pinned version; ours are built here.
    expect(image).toMatch(/^prankpost\/[a-z-]+$|:v?\d/)
  })

  test('waits only for existing containers, and for health only if there is a health check', () => {
    for (const { name, depends_on = {} } of containers) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const target = services[other]
        const isOurs = target?.build !== undefined
        const isChecked = target?.healthcheck ? !target.healthcheck.disable : isOurs
        expect([name, other, target !== undefined]).toEqual([name, other, true])
        if (condition === 'service_healthy') expect([name, other, isChecked]).toEqual([name, other, true])
        else expect([other, target?.restart]).toEqual([other, 'on-failure:5'])
      }
    }
  })

  test('mounts only existing files and declared volumes', () => {
    for (const mount of containers.flatMap((container) => container.volumes ?? [])) {
      // The engine creates this folder.
      if (mount.endsWith('BACKUP_DIR:-./backups}:/backups')) continue
      const [source = '', , mode] = mount.split(':')
      if (source.startsWith('.'))
        expect([mount, existsSync(path.join(root, source)), mode]).toEqual([mount, true, 'ro'])
      else expect(Object.keys(volumes)).toContain(source)
    }
  })

  test('contains no secrets', () => {
    expect(composeText).not.toMatch(/-----BEGIN|[0-9a-f]{16}|[sr]k_live|whsec_/)
    for (const { name, environment = {} } of containers) {
      const secrets = Object.entries(environment).filter(
        ([key, value]) => value !== null && /PASS|KEY|SECRET|MONGODB_URI|AMQP_URL/.test(key),
      )
      for (const [key, value] of secrets) {
        const sources = variablesIn(String(value))
        expect([name, key, sources.length > 0]).toEqual([name, key, true])
      }
    }
  })
})

/** Where an address leads in this composition, if it belongs to a container. */
function addressIn(from: string, value: string): { from: string; to: string; port: number }[] {
  const [, to = '', port] = /^(?:http|mongodb|amqp|smtp):\/\/(?:[^@/]+@)?([a-z-]+):(\d+)/.exec(value) ?? []
  return to in services ? [{ from, to, port: Number(port) }] : []
}

function listeningPorts(name: string): number[] {
  const { PORT, SMTP_PORT } = services[name]?.environment ?? {}
  const { mongo, rabbitmq } = others
  const wellKnown: Record<string, number[]> = {
    mongo: [mongo.port],
    rabbitmq: [rabbitmq.port, rabbitmq.managementPort],
  }
  return wellKnown[name] ?? [Number(PORT), Number(SMTP_PORT)]
}
