import type { AddressInfo } from 'node:net'
import type { ServiceName } from '@prankpost/contracts'
import { type Broker, connectBroker, type Handlers, type Relay, startConsumer } from '@prankpost/messaging'
import type { Express } from 'express'
import type { Connection } from 'mongoose'
import type { ServiceConfig } from './config.ts'
import { connectDatabase, databaseAnswers, ensureIndexes } from './database.ts'
import { guardDatabase } from './database-guard.ts'
import { isOutage } from './errors.ts'
import { createLogger, type Logger } from './log.ts'
import { collectProcessMetrics } from './metrics.ts'
import { createMigrations, type Migration } from './migrations.ts'
import { createRestWatch } from './rest-watch.ts'
import { closeServer, listen, stopOnSignal } from './serve.ts'
import { traceDatabase } from './trace-database.ts'
import { startTracing, type Tracing } from './tracing.ts'

/** What a service is connected to. */
export interface ServiceBase<B extends Broker | null> {
  log: Logger
  connection: Connection
  broker: B
  isReady: () => Promise<boolean>
  tracing: Tracing
}

type BrokerSettings = { AMQP_URL: string; QUEUE_PREFIX: string; AMQP_TOPOLOGY: 'declare' | 'given' }

/** Connects a service to its database and, when its configuration names one, to the broker. */
export async function connectService<C extends ServiceConfig & Partial<BrokerSettings>>(
  service: ServiceName,
  config: C,
): Promise<ServiceBase<C extends BrokerSettings ? Broker : null>> {
  const tracing = await startTracing(service, config.OTEL_EXPORTER_OTLP_ENDPOINT)
  collectProcessMetrics()
  const log = createLogger(service, config.LOG_LEVEL)
  const [connection, broker] = await Promise.all([
    connectDatabase(service, config, { monitorCommands: tracing.exports }),
    config.AMQP_URL === undefined
      ? null
      : connectBroker({
          url: config.AMQP_URL,
          queuePrefix: config.QUEUE_PREFIX,
          declares: config.AMQP_TOPOLOGY !== 'given',
          clientName: service,
          log,
        }),
  ])
  if (tracing.exports) traceDatabase(connection)
  const isReady = async () => (broker === null || broker.isReady()) && (await databaseAnswers(connection))
  return { log, connection, broker: broker as C extends BrokerSettings ? Broker : null, isReady, tracing }
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
  /** Deliveries at once of each queue, where the consumer's default does not fit. */
  prefetch?: number
  /** Relays of the collections with an outbox, and sweeps. */
  tasks?: (Relay | Task)[]
  /** Documents that are to get a new form. */
  migrations?: readonly Migration[]
  /** Runs once before the service listens: seeds, for instance. */
  prepare?: () => Promise<void>
}

/**
 * Runs a connected service until SIGTERM or SIGINT: indexes, then consume, then relay, then listen.
 * It stops the other way round: what is under way is finished, nothing new is taken.
 */
export async function runService<S extends ServiceName>({
  service,
  base: { log, connection, broker, tracing },
  config,
  app,
  handlers,
  prefetch,
  tasks = [],
  migrations = [],
  prepare,
}: RunOptions<S>): Promise<void> {
  const migrating = createMigrations(migrations, { connection, log })
  const recurring = [...tasks, ...migrating.tasks]
  await ensureIndexes(connection)
  await migrating.prepare()
  await prepare?.()
  // Known before the first event moves: this process may have been started in the middle of a rest.
  const restWatch = createRestWatch({ connection, log })
  await restWatch.start()
  const consumer =
    broker !== null && handlers !== undefined
      ? await startConsumer({
          service,
          handlers,
          broker,
          log,
          isOutage,
          prefetch,
          queuePrefix: config.QUEUE_PREFIX ?? '',
        })
      : null
  guardDatabase(app, connection, log)
  for (const task of recurring) task.start()
  const server = await listen(app, config)
  log.info({ port: (server.address() as AddressInfo).port }, `${service} listens`)

  stopOnSignal(log, async () => {
    await closeServer(server)
    await consumer?.stop()
    await Promise.all([restWatch, ...recurring].map((task) => task.stop()))
    await broker?.close()
    await connection.close()
    await tracing.stop()
  })
}
