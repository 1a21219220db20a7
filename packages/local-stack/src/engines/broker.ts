import { existsSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, serviceNames } from '@prankpost/contracts'
import { brokerNames, declareTopology, queuesOf, subscriptionsOf } from '@prankpost/messaging/topology'
import { type ChannelModel, connect } from 'amqplib'
import { entryFile, nodeArgs } from '../processes/node-command.ts'
import { freePort } from '../processes/ports.ts'
import type { ProcessSpec } from '../processes/supervised-process.ts'
import { adminName, brokerPasswords } from './broker-passwords.ts'
import { findRabbitmq, rabbitmqProcess } from './rabbitmq.ts'

/** The broker of a stack: an external one, or a process of this stack. Its address stays the same over restarts. */
export interface BrokerChoice {
  url: string
  /** Describes the broker on the banner. */
  label: string
  /** A limitation of this broker, shown on the banner. */
  warning?: string
  process?: ProcessSpec
  /** The address with a service's own user, if each service has one; the topology must then be declared first. */
  urlFor?: (service: string) => string
  /** How long after the first declarations a kill could still lose queues; 0 when they already exist. */
  settleMs: number
}

/**
 * RabbitMQ writes its register of quorum queues every half second: a queue younger than that is permanently
 * unusable when the server is killed (observed with 3.10).
 */
const registerDelayMs = 1_000

/** Uses the first that is available: `AMQP_URL`, a `rabbitmq-server` on the PATH, the in-memory emulator. */
export async function chooseBroker({
  env,
  dataDir,
  queuePrefix,
}: {
  env: NodeJS.ProcessEnv
  dataDir: string
  queuePrefix: string
}): Promise<BrokerChoice> {
  if (env.AMQP_URL) return { url: env.AMQP_URL, label: 'the one that AMQP_URL names', settleMs: 0 }
  const port = await freePort()
  const addressOf = (user: string, password: string) => `amqp://${user}:${password}@127.0.0.1:${port}`
  const specFor = (url: string) => ({
    name: 'broker',
    replica: 0,
    logFile: path.join(dataDir, 'logs', 'broker.log'),
    port,
    url,
    isReady: () => brokerAnswers(url),
  })
  const script = findRabbitmq(env)
  if (script) {
    const settleMs = existsSync(path.join(dataDir, 'rabbitmq')) ? 0 : registerDelayMs
    const passwords = brokerPasswords(dataDir)
    const rabbitmq = await rabbitmqProcess(script, { env, dataDir, port, passwords, queuePrefix })
    const url = addressOf(adminName, passwords.admin)
    return {
      url,
      urlFor: (service) => addressOf(service, passwords.services[service as ServiceName] ?? ''),
      label: `RabbitMQ of this system (${script})`,
      settleMs,
      process: { ...specFor(url), ...rabbitmq },
    }
  }
  const url = addressOf('guest', 'guest')
  return {
    url,
    label: 'an in-memory stand-in for RabbitMQ',
    warning:
      'It stores nothing on disk: when it stops, events in its queues are lost. Quorum queues are classic queues. ' +
      'Install rabbitmq-server or set AMQP_URL for a real broker.',
    settleMs: 0,
    process: {
      ...specFor(url),
      command: process.execPath,
      args: nodeArgs(entryFile('broker-emulator'), String(port)),
      env,
      cwd: dataDir,
      guard: 'preloaded',
    },
  }
}

/** Declares all exchanges and queues, as the user of `url`; safe to repeat. */
export async function declareAll(url: string, queuePrefix: string): Promise<void> {
  await withConnection(url, async (connection) =>
    declareTopology(await connection.createChannel(), queuePrefix),
  )
}

/** Deletes all exchanges and queues with this prefix. A missing one is no error. */
export async function dropAll(url: string, queuePrefix: string): Promise<void> {
  const names = brokerNames(queuePrefix)
  await withConnection(url, async (connection) => {
    // The topology begins with the exchange of events, and many tests need none of it.
    if (!(await hasExchange(connection, names.events))) return
    const channel = await connection.createChannel()
    const queues = queuesOf(subscriptionsOf(), queuePrefix)
    await Promise.all(queues.map(({ queue }) => channel.deleteQueue(queue)))
    const ofServices = serviceNames.flatMap((service) => [names.redeliver(service), names.dead(service)])
    // The exchange of a retry stage has the name of its queue.
    const ofStages = queues.filter(({ place }) => place === 'retry').map(({ queue }) => queue)
    const exchanges = [...ofServices, ...ofStages]
    await Promise.all(exchanges.map((exchange) => channel.deleteExchange(exchange)))
    // The last one: without it a repetition would find nothing to do.
    await channel.deleteExchange(names.events)
  })
}

/**
 * Runs `work`, which must be safe to repeat, and repeats it up to eight times when the connection fails. RabbitMQ under load
 * ends the connection (541) when its channel fails while it creates or deletes quorum queues.
 * @throws the reason of the last failure
 */
async function withConnection(url: string, work: (connection: ChannelModel) => Promise<void>): Promise<void> {
  const connection = await connect(url, {
    noDelay: true,
    recovery: {
      maxRetries: 8,
      maxDelay: 2_000,
      setup: (model: ChannelModel) =>
        Promise.race([work(model), new Promise<never>((_, reject) => model.on('error', reject))]),
    },
  })
  await connection.close()
}

async function hasExchange(connection: ChannelModel, exchange: string): Promise<boolean> {
  const channel = await connection.createChannel()
  // The broker closes the channel if there is none.
  channel.on('error', () => undefined)
  return channel.checkExchange(exchange).then(
    () => true,
    () => false,
  )
}

/** Whether a broker answers at the address, or at one of several comma-separated addresses. */
export async function brokerAnswers(url: string): Promise<boolean> {
  for (const node of url.split(',')) if (await nodeAnswers(node.trim())) return true
  return false
}

async function nodeAnswers(url: string): Promise<boolean> {
  try {
    const connection = await connect(url, { timeout: 5_000, noDelay: true })
    await connection.close()
    return true
  } catch {
    return false
  }
}
