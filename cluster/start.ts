import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningShop } from '../ledgers/index.ts'
import { declareAll } from '../packages/local-stack/src/engines/broker.ts'
import { chooseMongo, mongoAnswers } from '../packages/local-stack/src/engines/mongo.ts'
import { findRabbitmq } from '../packages/local-stack/src/engines/rabbitmq.ts'
import type { LaunchOptions } from '../packages/local-stack/src/processes/launch.ts'
import { nodeArgs } from '../packages/local-stack/src/processes/node-command.ts'
import {
  gatewaySpec,
  mailCatcherSpecs,
  sandboxSpecs,
  serviceSpecs,
} from '../packages/local-stack/src/processes/process-specs.ts'
import { localSecrets } from '../packages/local-stack/src/processes/secrets.ts'
import {
  discoverServices,
  type StackSettings,
} from '../packages/local-stack/src/processes/service-environment.ts'
import {
  type ProcessSpec,
  SupervisedProcess,
} from '../packages/local-stack/src/processes/supervised-process.ts'
import { soakEnvironment } from '../soak/needs.ts'
import { openBalancer } from './balancer.ts'
import { type BrokerNodes, prepareBrokerNodes } from './broker-nodes.ts'
import { createNetwork, type Host } from './network.ts'

/** The shop on several hosts. */
export interface Cluster extends RunningShop {
  /** The number of hosts. */
  hosts: number
  brokers: BrokerNodes
  /** The hosts with a replica of every service and a gateway. */
  apps: Host[]
  /** Failures between the load balancer and a gateway. */
  balancerFailures: string[]
  /** Every replica of every service, then the gateways. */
  updatable: SupervisedProcess[]
  /** Resolves once every process is ready. */
  ready(): Promise<void>
}

interface StartOptions {
  dataDir: string
  /** Each step adds its cleanup here as soon as it is needed; they run in reverse order. */
  undo: (() => Promise<unknown>)[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const ports = { mongodb: 27017, sandbox: 8090, mail: 8025, smtp: 2525, gateway: 8080, services: 4001 }
const brokerHosts = ['broker-1', 'broker-2', 'broker-3']
const appHosts = ['app-1', 'app-2']

/**
 * Creates six hosts and starts the shop on them: MongoDB, Stripe's sandbox and the mail catcher on `data`, a RabbitMQ
 * node on each `broker-N`, one replica of every service and a gateway on each `app-N`. The load balancer runs in this
 * process.
 */
export async function startCluster({ dataDir, undo }: StartOptions): Promise<Cluster> {
  await mkdir(path.join(dataDir, 'logs'), { recursive: true })
  const network = await createNetwork(['data', ...brokerHosts, ...appHosts])
  undo.push(() => network.remove())
  const hosts = (names: string[]) => names.map((name) => network.host(name))
  const [data, apps] = [network.host('data'), hosts(appHosts)]
  const { MONGODB_URI: _uri, AMQP_URL: _url, ...inherited } = process.env
  const env = { ...inherited, ...soakEnvironment.all }

  const script = findRabbitmq(env)
  if (script === undefined)
    throw new Error('There is no rabbitmq-server (Debian: apt-get install rabbitmq-server).')
  const brokers = await prepareBrokerNodes(hosts(brokerHosts), { script, env, dataDir })
  const nodes = brokers.nodes.map((node) => node.process)
  const mongo = await mongoSpecs(data, { env, dataDir })
  const engines = [...nodes, ...mongo.specs.map((spec) => new SupervisedProcess(spec, { restart: true }))]
  undo.push(() => Promise.all(engines.map((engine) => engine.stop())))
  for (const engine of engines) engine.start()

  const balancerPlace = { HOST: network.address, PORT: ports.gateway }
  const gateways = apps.map(({ address }) => `http://${address}:${ports.gateway}`)
  const balancer = await openBalancer(gateways, balancerPlace)
  undo.push(() => balancer.close())
  const options = launchOptions({ dataDir, env, data, baseUrl: balancer.url })
  const settings = settingsOf(options, { mongodbUri: mongo.uri, brokers, data, apps })
  const supervised = (host: Host | undefined, spec: ProcessSpec) =>
    new SupervisedProcess(host?.on(spec) ?? spec, { restart: true })
  const substitutes = [...sandboxSpecs(options, settings), ...mailCatcherSpecs(options, settings)]
  const updatable = [
    ...serviceSpecs(options, settings).map((spec) => supervised(apps[spec.replica], spec)),
    ...apps.map((app, n) => supervised(app, gatewaySpec(options, { ...settings, host: app.address }, n))),
  ]
  const own = [...substitutes.map((spec) => supervised(data, spec)), ...updatable]
  undo.push(() => Promise.all(own.map((one) => one.stop())))

  await brokers.ready()
  await declareAll(brokers.nodes[0]?.url ?? '', '')
  for (const one of own) one.start()
  const processes = [...engines, ...own]
  return {
    balancerFailures: balancer.failures,
    ...{ brokers, apps, updatable, processes, hosts: 1 + brokerHosts.length + appHosts.length },
    ...{ baseUrl: balancer.url, sandboxUrl: String(options.sandbox?.publicUrl) },
    ...{
      adminPassword: options.adminPassword,
      mongodbUri: mongo.uri,
      databasePrefix: options.databasePrefix,
    },
    ...{ amqpUrl: brokers.nodes[0]?.url ?? '', queuePrefix: '' },
    async ready() {
      await Promise.all(processes.map((one) => one.ready()))
      // RabbitMQ writes its register of queues every half second.
      await delay(1_000)
    },
  }
}

/** MongoDB as `npm start` runs it, which only its own host can reach, and a proxy for the other hosts. */
async function mongoSpecs(data: Host, options: { env: NodeJS.ProcessEnv; dataDir: string }) {
  const { process: engine, uri: inner } = await chooseMongo(options)
  if (engine === undefined) throw new Error('MongoDB is not a process here')
  const uri = `mongodb://${data.address}:${ports.mongodb}/?directConnection=true`
  const proxy: ProcessSpec = {
    ...{ name: 'mongodb-proxy', replica: 0, env: options.env, cwd: root, guard: 'preloaded' },
    logFile: path.join(options.dataDir, 'logs', 'mongodb-proxy.log'),
    command: process.execPath,
    args: nodeArgs(path.join(root, 'cluster', 'mongo-proxy.ts'), inner, data.address, String(ports.mongodb)),
    isReady: () => mongoAnswers(uri),
  }
  // The readiness of MongoDB is checked through the proxy.
  return { uri, specs: [data.on({ ...engine, isReady: async () => true }), data.on(proxy)] }
}

interface LaunchInput {
  dataDir: string
  env: NodeJS.ProcessEnv
  data: Host
  baseUrl: string
}

function launchOptions({ dataDir, env, data, baseUrl }: LaunchInput): LaunchOptions {
  const dist = path.join(root, 'web', 'dist')
  return {
    ...{ root, dataDir, env, secrets: localSecrets(dataDir), adminPassword: 'prankmaster' },
    ...{ databasePrefix: 'prankpost', queuePrefix: '', host: '', gatewayPort: ports.gateway },
    ...{ publicUrl: baseUrl, webDist: dist, replicas: appHosts.length, restart: true, watch: undefined },
    sandbox: { port: ports.sandbox, publicUrl: `http://${data.address}:${ports.sandbox}` },
    mail: { port: ports.mail },
    processEnv: {
      ...soakEnvironment,
      gateway: { ...soakEnvironment.gateway, TRUST_PROXY: '1' },
      // Unencrypted SMTP is only allowed to a host name without a domain.
      notification: { SMTP_URL: `smtp://${data.name}:${ports.smtp}` },
      sandbox: { ...soakEnvironment.sandbox, WEBHOOK_URL: `${baseUrl}/api/webhooks/stripe` },
    },
  }
}

interface Places {
  mongodbUri: string
  brokers: BrokerNodes
  data: Host
  apps: Host[]
}

function settingsOf(options: LaunchOptions, { mongodbUri, brokers, data, apps }: Places): StackSettings {
  const onData = ['sandbox', 'mail-catcher']
  return {
    ...options,
    mongodbUri,
    amqpUrl: brokers.urlFor('none'),
    brokerUrlFor: brokers.urlFor,
    // Each host has its own ports.
    servicePorts: Object.fromEntries(
      discoverServices(root).map((service, n) => [service, apps.map(() => ports.services + n)]),
    ),
    addressOf: (name, replica) => (onData.includes(name) ? data : apps[replica])?.address ?? '',
    mail: { port: ports.mail, smtpPort: ports.smtp, folder: path.join(options.dataDir, 'mail') },
  }
}
