/**
 * `npm run billing-clock [-- --plans 1000 --months 36 --seed 1 --minutes 60 --settle 5]`: runs plans
 * through years of simulated time on their own stack, for at most this many minutes, waits until everything is
 * settled, and compares all ledgers with Stripe's, to the cent. Exits with 1 when anything differs or the time was
 * too short.
 */
import { parseArgs } from 'node:util'
import { startStack } from '@prankpost/test-harness'
import { clockEnvironment, clockServices } from './needs.ts'
import { describe } from './report.ts'
import { runBillingClock } from './run.ts'

const number = (value: number) => ({ type: 'string', default: String(value) }) as const
const { values } = parseArgs({
  options: {
    plans: number(1000),
    months: number(36),
    seed: number(1),
    minutes: number(60),
    settle: number(5),
  },
})
const shown = 40

const stack = await startStack({
  ownMongo: true,
  ownBroker: true,
  services: clockServices,
  env: clockEnvironment({ sweepEveryMs: 10_000 }),
})
try {
  const report = await runBillingClock(stack, {
    plans: Number(values.plans),
    months: Number(values.months),
    seed: Number(values.seed),
    playMs: Number(values.minutes) * 60_000,
    settleMs: Number(values.settle) * 60_000,
  })
  const { failures, actionsLeft } = report
  console.log(describe(report))
  for (const failure of failures.slice(0, shown)) console.log(failure)
  if (failures.length > shown) console.log(`... and ${failures.length - shown} more`)
  if (actionsLeft > 0) console.log(`The time was too short for ${actionsLeft} actions.`)
  const isRight = failures.length === 0 && actionsLeft === 0
  console.log(isRight ? 'All ledgers agree to the cent.' : 'The ledgers are not proved to agree.')
  process.exitCode = isRight ? 0 : 1
} finally {
  await stack.stop()
}
