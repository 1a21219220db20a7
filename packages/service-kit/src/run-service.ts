import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceName } from '@prankpost/contracts'
import { type Broker, connectBroker, type Handlers, type Relay, startConsumer } from '@prankpost/messaging'
import type { Express } from 'express'
import type { Connection } from 'mongoose'
import type { ServiceConfig } from './config.ts'
import { connectDatabase, databaseAnswers, ensureIndexes } from './database.ts'
import { isOutage } from './errors.ts'
import { createLogger, type Logger } from './log.ts'
import { collectProcessMetrics } from './metrics.ts'
import { startTracing } from './tracing.ts'

/** What a service is connected to. */
export interface ServiceBase<B extends Broker | null> {
  log: Logger
  connection: Connection
  broker: B
  isReady: () => Promise<boolean>
}

type BrokerSettings = { AMQP_URL: string; QUEUE_PREFIX: string }

/** Connects a service to its database and, when its configuration names one, to the broker. */
export async function connectService<C extends ServiceConfig & Partial<BrokerSettings>>(
  service: ServiceName,
  config: C,
): Promise<ServiceBase<C extends BrokerSettings ? Broker : null>> {
  startTracing()
  collectProcessMetrics()
  const log = createLogger(service, config.LOG_LEVEL)
  const [connection, broker] = await Promise.all([
    connectDatabase(service, config),
    config.AMQP_URL === undefined
      ? null
      : connectBroker({ url: config.AMQP_URL, queuePrefix: config.QUEUE_PREFIX, clientName: service, log }),
  ])
  const isReady = async () => (broker === null || broker.isReady()) && (await databaseAnswers(connection))
  return { log, connection, broker: broker as C extends BrokerSettings ? Broker : null, isReady }
}

/** A recurring piece of work, such as a sweep. */
export interface Task {
  start(): void
  stop(): Promise<void>
}

export interface RunOptions<S extends ServiceName> {
  service: S
  base: ServiceBase<Broker | null>
  config: { HOST: string; PORT: number; QUEUE_PREFIX?: string }
  app: Express
  /** The message map; left out by services that read no events. */
  handlers?: Handlers<S>
  /** Relays of the collections with an outbox, and sweeps. */
  tasks?: (Relay | Task)[]
  /** Runs once before the service listens: seeds, for instance. */
  prepare?: () => Promise<void>
}

/**
 * Runs a connected service until SIGTERM or SIGINT: indexes, then consume, then relay, then listen.
 * It stops the other way round: what is under way is finished, nothing new is taken.
 */
export async function runService<S extends ServiceName>({
  service,
  base: { log, connection, broker },
  config,
  app,
  handlers,
  tasks = [],
  prepare,
}: RunOptions<S>): Promise<void> {
  await ensureIndexes(connection)
  await prepare?.()
  const consumer =
    broker !== null && handlers !== undefined
      ? await startConsumer({
          service,
          handlers,
          broker,
          log,
          isOutage,
          queuePrefix: config.QUEUE_PREFIX ?? '',
        })
      : null
  for (const task of tasks) task.start()
  const server = await listen(app, config)
  log.info({ port: (server.address() as AddressInfo).port }, `${service} listens`)

  stopOnSignal(log, async () => {
    await closeServer(server)
    await consumer?.stop()
    await Promise.all(tasks.map((task) => task.stop()))
    await broker?.close()
    await connection.close()
  })
}

/** Listens and resolves with the server. Idle connections are kept for longer than any client of ours keeps them. */
export async function listen(app: Express, { HOST, PORT }: { HOST: string; PORT: number }): Promise<Server> {
  const server = app.listen(PORT, HOST)
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 66_000
  await once(server, 'listening')
  return server
}

/** Takes no new connections, lets requests under way finish, and ends idle ones. */
export async function closeServer(server: Server): Promise<void> {
  // A connection that is at work now becomes idle later, and nobody else would end it then.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(idle)
}

const graceMs = 10_000

/** Runs `stop` once on the first SIGTERM or SIGINT and exits; after 10 s it exits all the same. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), graceMs).unref()
    await stop().catch((error) => log.error({ err: error }, 'stop was not clean'))
    process.exit(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
