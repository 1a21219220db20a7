/** Command: `node src/rebuild.ts` rebuilds the log from its sources. Safe while the service runs, and safe to repeat. */
import { connectDatabase, createClientOf, ensureIndexes, loadConfig } from '@prankpost/service-kit'
import { rebuildConfigSchema } from './config.ts'
import { createLogModel } from './log.model.ts'
import { rebuildLogs } from './use-cases/rebuild-logs.ts'

const config = loadConfig(rebuildConfigSchema)
const clientOf = createClientOf('subscription-logs', config)
// A page contains all events of a hundred plans.
const patient = { timeoutMs: 30_000 }

const connection = await connectDatabase('subscription-logs', config)
try {
  const logs = createLogModel(connection)
  await ensureIndexes(connection)
  const { written, removed, waiting, unreadable } = await rebuildLogs({
    logs,
    subscription: clientOf('subscription', patient),
    fulfilment: clientOf('fulfilment', patient),
    order: clientOf('order', patient),
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
