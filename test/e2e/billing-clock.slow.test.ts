import { type Stack, startStack } from '@prankpost/test-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockEnvironment, clockServices } from '../../bench/billing-clock/needs.ts'
import { runBillingClock } from '../../bench/billing-clock/run.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ services: clockServices, env: clockEnvironment({ sweepEveryMs: 1_000 }) })
})
afterAll(() => stack.stop())

test('when 8 plans have 18 months of renewals, changes, pauses, failures, ends and lost webhooks then every ledger agrees to the cent', async () => {
  const { failures, actionsLeft, plans, disputes, webhooks } = await runBillingClock(stack, {
    plans: 8,
    months: 18,
    // With this seed everything that can happen to a plan happens to one of them.
    seed: 35815,
    playMs: 300_000,
    settleMs: 60_000,
    chaos: { duplicates: 1, shuffle: true, dropPercent: 2, delayMs: 500 },
  })
  expect(failures).toEqual([])
  expect(actionsLeft).toBe(0)
  // A run in which nothing happens to the plans proves little.
  const has = (what: (plan: (typeof plans)[number]) => boolean) => plans.some(what)
  expect(has(({ endedBy }) => endedBy === 'customer')).toBe(true)
  expect(has(({ endedBy }) => endedBy === 'stripe')).toBe(true)
  expect(has(({ predicted }) => predicted.recovered > 0)).toBe(true)
  expect(has(({ run }) => run.performed.some(({ what }) => what === 'card'))).toBe(true)
  expect(has(({ unsent }) => unsent === 'send')).toBe(true)
  expect(has(({ voidMonths }) => voidMonths.length > 0)).toBe(true)
  expect(has(({ months }) => new Set(months.map(({ prankCount }) => prankCount)).size > 1)).toBe(true)
  expect(has(({ months }) => months.some(({ refunds }) => refunds.length > 0))).toBe(true)
  expect(has(({ status }) => status === 'past_due')).toBe(true)
  expect(has(({ run }) => run.script.startsAt.toISOString().startsWith('2024-02-29'))).toBe(true)
  expect(new Set(disputes)).toEqual(new Set(['open', 'won', 'lost']))
  expect(webhooks.dropped).toBeGreaterThan(0)
})
