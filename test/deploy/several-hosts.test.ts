import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { appHosts, brokerNodes, clusterOverride, updateOrder } from '../../cluster/compose-override.ts'
import { readOptions } from '../../cluster/options.ts'
import { withIncidents } from '../../cluster/report.ts'
import { overrideOf } from '../../compose-test/settings.ts'
import { composeFile } from '../../deploy/compose-file.ts'
import { serviceNames } from '../../system.ts'

const root = path.join(import.meta.dirname, '..', '..')
const ports = { mongodb: 1, broker: 2, secondGateway: 3, brokers: [4, 5] }

function overrideWith(withoutUsers: boolean) {
  const single = overrideOf({ ports, withoutUsers })
  return clusterOverride({ single, ports, cookie: 'a cookie' })
}
const { services } = overrideWith(false)
const environmentOf = (name: string) => services[name]?.environment as Record<string, string>

describe('the shop on several hosts', () => {
  test('each host has a container of every service and of the gateway, with the same settings', () => {
    for (const name of [...serviceNames, 'gateway']) {
      const [one, two] = [composeFile.services[name], services[`${name}-2`]]
      expect(two).toMatchObject({ image: one?.image, read_only: true, cap_drop: ['ALL'] })
      expect(two).not.toHaveProperty('build')
      expect({ ...one?.environment, ...environmentOf(name) }).toEqual(environmentOf(`${name}-2`))
    }
    expect(appHosts['app-1']).toHaveLength(serviceNames.length + 1)
    expect(updateOrder.toSorted()).toEqual(Object.values(appHosts).flat().toSorted())
  })

  test('each service has the addresses of both containers of the others, and of all nodes of the broker', () => {
    const { AUTH_URL, AMQP_URL = '' } = environmentOf('order')
    expect(AUTH_URL).toBe('http://auth:3000,http://auth-2:3000')
    const user = (url: string) => new URL(url.replaceAll(/[${}]/g, '')).username
    expect(AMQP_URL.split(',').map((url) => [user(url), url.split('@')[1]])).toEqual(
      brokerNodes.map((node) => ['order', `${node}:5672`]),
    )
    expect(Object.keys(environmentOf('gateway'))).toHaveLength(serviceNames.length)
  })

  test('the settings of the nodes name all nodes', () => {
    const config = readFileSync(path.join(root, 'cluster', 'rabbitmq.conf'), 'utf8')
    const named = [...config.matchAll(/nodes\.\d = rabbit@(\S+)/g)].map(([, node]) => node)
    expect(named).toEqual(brokerNodes)
    for (const node of brokerNodes.slice(1))
      expect(services[node]).toMatchObject({ hostname: node, networks: ['data', 'ledgers'] })
  })

  test('when MongoDB has no users then no container logs in', () => {
    const { services } = overrideWith(true)
    expect(services['order-2']).toMatchObject({ environment: { MONGODB_URI: 'mongodb://mongo:27017' } })
  })
})

test('reads the options of `npm run cluster-test`', () => {
  const { options, json } = readOptions(['--quick', '--no-build', '--away', '5', '--json', 'x.json'])
  expect(options).toMatchObject({ build: false, awayMs: 5_000, playMs: 60_000, customers: 4 })
  expect(json).toBe('x.json')
  expect(readOptions([]).options).toMatchObject({ build: true, playMs: 180_000 })
})

describe('the report', () => {
  const phase = { seconds: 1, calls: 9, orders: 3, longestSecondsWithoutOrder: 1 }
  // Only its failures are read here.
  const report = { failures: [] as string[] } as Parameters<typeof withIncidents>[0]
  const withPhases = (failed: Record<string, number>, orders: number) =>
    withIncidents(report, {
      phases: [
        { name: 'host cut off', ...phase, orders, failed: { ECONNRESET: 2 } },
        { name: 'rolling update', ...phase, failed },
      ],
      ...{ cuts: ['app-2'], killed: [], members: [3], updates: 24, balancerFailures: [] },
    })

  test('when a call failed in the rolling update then the run failed', () => {
    expect(withPhases({}, 3).failures).toEqual([])
    expect(withPhases({ '503': 2 }, 3).failures).toEqual(['FAILED 2 calls in the rolling update: 503'])
  })

  test('when nothing was ordered while a host was cut off then the run failed', () => {
    expect(withPhases({}, 0).failures).toEqual(['IDLE no customer could order while a host was cut off'])
  })
})
