/** Command: `node src/rebuild.ts` rebuilds the figures from their sources. Safe while the service runs, and safe to repeat. */
import { connectDatabase, createClientOf, ensureIndexes, loadConfig } from '@prankpost/service-kit'
import { rebuildConfigSchema } from './config.ts'
import { createDayModel } from './day.model.ts'
import { createPlanModel } from './plan.model.ts'
import { createPurchaseModel } from './purchase.model.ts'
import { rebuildReports } from './use-cases/rebuild-reports.ts'

const config = loadConfig(rebuildConfigSchema)
const clientOf = createClientOf('reporting', config)
// A page contains all events of 200 plans.
const patient = { timeoutMs: 30_000 }

const connection = await connectDatabase('reporting', config)
try {
  const models = {
    purchases: createPurchaseModel(connection),
    plans: createPlanModel(connection),
    days: createDayModel(connection),
  }
  await ensureIndexes(connection)
  const { purchases, plans, removed, days } = await rebuildReports({
    ...models,
    order: clientOf('order', patient),
    subscription: clientOf('subscription', patient),
  })
  process.stdout.write(
    `${purchases} purchases and ${plans} plans read, ${removed} removed that no source reports, ${days} days computed.\n`,
  )
} catch (error) {
  process.exitCode = 1
  const reason = error instanceof Error ? (error.cause ?? error) : error
  process.stderr.write(
    `The rebuild stopped; run it again:\n  ${reason instanceof Error ? reason.message : reason}\n`,
  )
} finally {
  await connection.close()
}
