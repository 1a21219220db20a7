/**
 * `npm run billing-clock [-- --plans 1000 --months 36 --seed 1 --minutes 60 --settle 5]`: lets plans live
 * through years of simulated time on a stack of their own, for at most so many minutes, waits until all is
 * settled, and compares all ledgers with the provider's books, to the cent. Ends with 1 when anything differs,
 * or when there was not time enough.
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
  const { differences, deedsLeft } = report
  console.log(describe(report))
  for (const difference of differences.slice(0, shown)) console.log(`DIFFERENT ${difference}`)
  if (differences.length > shown) console.log(`... and ${differences.length - shown} differences more`)
  if (deedsLeft > 0) console.log(`Time was up with ${deedsLeft} things still to happen.`)
  const isRight = differences.length === 0 && deedsLeft === 0
  console.log(isRight ? 'All books agree to the cent.' : 'The books are not proved.')
  process.exitCode = isRight ? 0 : 1
} finally {
  await stack.stop()
}
