import type { AddressInfo } from 'node:net'
import type { ServiceName } from '@prankpost/contracts'
import { connectBroker, startConsumer } from '@prankpost/messaging'
import { loadConfig } from './config.ts'
import { connectDatabase, databaseAnswers, ensureIndexes } from './data/database.ts'
import { guardDatabase } from './data/database-guard.ts'
import { traceDatabase } from './data/trace-database.ts'
import { type BaseConfig, composeService, type ServiceDefinition } from './define-service.ts'
import { closeServer, listen, stopOnSignal } from './http/serve.ts'
import { createLogger } from './ops/log.ts'
import { collectDefaultMetrics } from './ops/metrics.ts'
import { createPauseWatch } from './ops/pause-watch.ts'
import { startTracing } from './ops/tracing.ts'

/**
 * Runs a service until SIGTERM or SIGINT: it connects to its database and the broker, creates indexes, then consumes,
 * then relays, then listens. It stops in the opposite order: it finishes work in progress and accepts no new work.
 */
export async function runService<S extends ServiceName, C extends BaseConfig, M, D>(
  definition: ServiceDefinition<S, C, M, D>,
): Promise<void> {
  const { name } = definition
  const config = loadConfig(definition.config)
  const tracing = await startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT)
  collectDefaultMetrics()
  const log = createLogger(name, config.LOG_LEVEL)
  const [connection, broker] = await Promise.all([
    connectDatabase(name, config, { monitorCommands: tracing.exports, log }),
    connectBroker({
      url: config.AMQP_URL,
      queuePrefix: config.QUEUE_PREFIX,
      ...(config.AMQP_TOPOLOGY === 'given' && { declares: [] }),
      clientName: name,
      log,
    }),
  ])
  if (tracing.exports) traceDatabase(connection)
  const isReady = async () => broker.isReady() && broker.isConsuming() && (await databaseAnswers(connection))

  const service = await composeService(definition, { config, connection, broker, log, isReady })
  definition.metrics?.(service.deps)
  await ensureIndexes(connection)
  await definition.prepare?.(service.deps)
  // Before the first event is sent or received, because an event pause may already be on.
  const pauseWatch = createPauseWatch({ connection, log })
  await pauseWatch.start()
  const readsEvents = Object.keys(service.handlers).length > 0
  const consumer = readsEvents
    ? await startConsumer({
        service: name,
        handlers: service.handlers,
        broker,
        log,
        databaseAnswers: () => databaseAnswers(connection),
        queuePrefix: config.QUEUE_PREFIX,
      })
    : null
  guardDatabase(service.app, connection, log)
  const tasks = service.tasks()
  for (const task of tasks) task.start()
  const server = await listen(service.app, config)
  log.info({ port: (server.address() as AddressInfo).port }, `${name} listens`)

  stopOnSignal(log, async () => {
    await closeServer(server)
    await consumer?.stop()
    await Promise.all([pauseWatch, ...tasks].map((task) => task.stop()))
    await broker.close()
    await connection.close()
    await tracing.stop()
  })
}
