/** Command: `node src/rebuild.ts` rebuilds the log from its sources. Safe while the service runs, and safe to repeat. */
import type { ServiceName } from '@prankpost/contracts'
import { connectDatabase, createInternalClient, ensureIndexes, loadConfig } from '@prankpost/service-kit'
import { rebuildConfigSchema } from './config.ts'
import { createLogModel } from './log.model.ts'
import { rebuildLogs } from './use-cases/rebuild-logs.ts'

const config = loadConfig(rebuildConfigSchema)
const source = (to: ServiceName, urls: string[]) =>
  createInternalClient({
    from: 'subscription-logs',
    to,
    urls,
    privateKey: config.SERVICE_PRIVATE_KEY,
    // A page contains all events of a hundred plans.
    timeoutMs: 30_000,
  })

const connection = await connectDatabase('subscription-logs', config)
try {
  const logs = createLogModel(connection)
  await ensureIndexes(connection)
  const { written, removed, waiting, unreadable } = await rebuildLogs({
    logs,
    subscription: source('subscription', config.SUBSCRIPTION_URL),
    fulfilment: source('fulfilment', config.FULFILMENT_URL),
    order: source('order', config.ORDER_URL),
  })
  process.stdout.write(`${written} entries written, ${removed} removed that no source reports.\n`)
  if (waiting > 0) {
    process.stdout.write(`${waiting} parcels are left to the running service: their plans have just begun.\n`)
  }
  if (unreadable.length > 0) {
    process.exitCode = 1
    const problems = unreadable.slice(0, 20).map(({ id, type, problem }) => `  ${type} ${id}: ${problem}`)
    process.stderr.write(
      `${unreadable.length} events cannot be read, so nothing was removed:\n${problems.join('\n')}\n`,
    )
  }
} catch (error) {
  process.exitCode = 1
  const reason = error instanceof Error ? (error.cause ?? error) : error
  process.stderr.write(
    `The rebuild stopped, nothing was removed; run it again:\n  ${reason instanceof Error ? reason.message : reason}\n`,
  )
} finally {
  await connection.close()
}
