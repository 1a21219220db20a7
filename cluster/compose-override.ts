import type { Override } from '../compose-test/settings.ts'
import { type ComposeService, composeFile } from '../deploy/compose-file.ts'
import { serviceNames } from '../system.ts'

interface OverrideOptions {
  /** What a test run on one host changes. */
  single: Override
  /** The published ports of the second gateway and of the broker's nodes 2 and 3. */
  ports: { secondGateway: number; brokers: number[] }
  /** The secret that the broker's nodes share. */
  cookie: string
}

/** What runs on each host of the shop: every service and a gateway. */
const replicated = [...serviceNames, 'gateway']

/** The container of the second host. */
const second = (name: string) => `${name}-2`

/** The hosts of the shop. Each of their containers is a service of its own for Compose, so that it can be updated alone. */
export const appHosts = { 'app-1': replicated, 'app-2': replicated.map(second) }

/** In a rolling update, the gateways come last. */
export const updateOrder = replicated.flatMap((name) => [name, second(name)])

/** The broker's nodes, each a host of its own. */
export const brokerNodes = ['rabbitmq', 'rabbitmq-2', 'rabbitmq-3']
const [firstNode = '', ...otherNodes] = brokerNodes

/** The name that Docker resolves to the gateways of all hosts. */
const allGateways = 'gateways'

/** Twice as many containers as on one host start together. */
const patience = { start_period: '180s', start_interval: '3s' }

/**
 * Turns docker-compose.yml into a deployment on several hosts: a second container of each service and of the gateway,
 * three nodes of RabbitMQ, and settings that contain all addresses.
 */
export function clusterOverride({ single, ports, cookie }: OverrideOptions): Override {
  const services: Override['services'] = {
    ...Object.fromEntries(replicated.map((name) => [name, addresses(name)])),
    ...Object.fromEntries(replicated.map((name) => [second(name), secondOf(name, single)])),
    [firstNode]: { environment: { RABBITMQ_ERLANG_COOKIE: cookie }, volumes: [clusterConfig] },
    ...Object.fromEntries(otherNodes.map((name, n) => [name, brokerNode(name, ports.brokers[n], cookie)])),
    'broker-setup': {
      depends_on: Object.fromEntries(otherNodes.map((name) => [name, { condition: 'service_healthy' }])),
    },
    'stripe-sandbox': { environment: { WEBHOOK_URL: `http://${allGateways}:3000/api/webhooks/stripe` } },
  }
  const networks = { outside: {}, shop: { aliases: [allGateways] } }
  const [one, two] = ['gateway', second('gateway')]
  services[one] = { ...services[one], networks }
  services[two] = { ...services[two], networks, ports: [`127.0.0.1:${ports.secondGateway}:3000`] }
  return { services, volumes: Object.fromEntries(otherNodes.map((name) => [name, {}])) }
}

const serviceOf = (name: string): ComposeService => composeFile.services[name] ?? {}

/** The settings of a service in which another host or node has to be added. */
function addresses(name: string) {
  const environment = Object.entries(serviceOf(name).environment ?? {}).flatMap(([key, value]) => {
    const all = allAddresses(String(value))
    return all === String(value) ? [] : [[key, all]]
  })
  return { environment: Object.fromEntries(environment), healthcheck: patience }
}

/** The addresses of all containers like the one at this address, comma-separated. */
function allAddresses(url: string): string {
  const [, name = ''] = /^http:\/\/([\w-]+):3000$/.exec(url) ?? []
  if (replicated.includes(name)) return `${url},${url.replace(name, second(name))}`
  if (!url.startsWith('amqp:')) return url
  return brokerNodes.map((node) => url.replace(`@${firstNode}:`, `@${node}:`)).join(',')
}

function secondOf(name: string, single: Override) {
  const { build: _image, ports: _own, ...copied } = serviceOf(name)
  const { environment, healthcheck } = addresses(name)
  return {
    ...copied,
    healthcheck: { ...copied.healthcheck, ...healthcheck },
    environment: {
      ...copied.environment,
      ...(single.services[name]?.environment as object),
      ...environment,
    },
  }
}

const clusterConfig = './cluster/rabbitmq.conf:/etc/rabbitmq/conf.d/30-cluster.conf:ro'

function brokerNode(name: string, port: number | undefined, cookie: string) {
  const { volumes = [], networks = [], ...copied } = serviceOf(firstNode)
  return {
    ...copied,
    hostname: name,
    environment: { ...copied.environment, RABBITMQ_ERLANG_COOKIE: cookie },
    volumes: [...volumes.map((volume) => volume.replace(`${firstNode}:`, `${name}:`)), clusterConfig],
    networks: [...networks, 'ledgers'],
    ports: [`127.0.0.1:${port}:5672`],
  }
}
