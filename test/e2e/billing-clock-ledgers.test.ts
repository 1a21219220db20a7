import { describe, expect, test } from 'vitest'
import { monthsAfter } from '../../bench/billing-clock/calendar.ts'
import { predict } from '../../bench/billing-clock/prediction.ts'
import { isMonth, type PlanScript, writeScenario } from '../../bench/billing-clock/scenario.ts'
import { type Entry, findDifferences } from '../../ledgers/index.ts'

const day = (start: string, months: number) => monthsAfter(new Date(start), months).toISOString().slice(0, 10)

describe("the clock's calendar", () => {
  test.each([
    ['2024-01-31T23:59:59Z', 1, '2024-02-29'],
    ['2024-01-31T23:59:59Z', 2, '2024-03-31'],
    ['2024-01-31T23:59:59Z', 13, '2025-02-28'],
    ['2024-02-29T00:00:00Z', 12, '2025-02-28'],
    ['2024-02-29T00:00:00Z', 13, '2025-03-29'],
    ['2024-02-29T00:00:00Z', 48, '2028-02-29'],
    ['2023-12-30T12:00:00Z', 2, '2024-02-29'],
    ['2023-10-31T12:00:00Z', 1, '2023-11-30'],
    ['2099-12-31T12:00:00Z', 2, '2100-02-28'],
  ])('when a plan starts on %s then %i months later it is %s', (start, months, expected) => {
    expect(day(start, months)).toBe(expected)
    expect(monthsAfter(new Date(start), months).getTime() % 86_400_000).toBe(
      new Date(start).getTime() % 86_400_000,
    )
  })
})

describe('a comparison', () => {
  const sentences = (expected: Entry[], actual: Entry[]) =>
    findDifferences({ name: 'orders', expected, actual }).map(({ sentence }) => sentence)
  const month = (amountCents: number): Entry => ['in_1', { amountCents, plan: 'a' }]

  test('when a ledger contains what it should then there is no difference', () => {
    expect(sentences([month(499)], [month(499)])).toEqual([])
  })

  test('when a month is missing, doubled, unpaid or has another amount then a sentence names it', () => {
    expect(sentences([month(499)], [])).toEqual(['orders: in_1 is missing'])
    expect(sentences([month(499)], [month(499), month(499)])).toEqual(['orders: in_1 is there 2 times'])
    expect(sentences([month(499)], [month(498)])).toEqual([
      'orders: in_1: amountCents is 498 and should be 499',
    ])
    expect(sentences([], [month(499)])).toEqual(['orders: in_1 should not be there'])
  })
})

describe('a scenario', () => {
  const options = { plans: 200, months: 36, seed: 3 }

  test('when it is written again with the same seed then it is the same, with another it is different', () => {
    expect(writeScenario(options)).toEqual(writeScenario(options))
    expect(writeScenario({ ...options, seed: 4 })).not.toEqual(writeScenario(options))
  })

  test('then no plan has more months than requested, and nothing happens to it after its end', () => {
    const plans = writeScenario(options)
    expect(plans).toHaveLength(200)
    for (const { actions } of plans) {
      const times = actions.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(actions.filter(isMonth).length).toBeLessThanOrEqual(36)
      const end = actions.findIndex(({ what }) => what === 'cancel' || what === 'end')
      expect([-1, actions.length - 1]).toContain(end)
    }
  })
})

describe('a prediction', () => {
  const at = new Date('2024-01-31T12:00:00Z')
  const script: PlanScript = {
    ...{ customer: 1, prankCount: 2, withDiscount: false, startsAt: at, byBrowserToo: false },
    actions: [
      { at, what: 'buy' },
      { at, what: 'change', prankCount: 3 },
      { at, what: 'pause', months: 2 },
      { at, what: 'renew' },
      { at, what: 'renew' },
      { at, what: 'fail' },
      { at, what: 'card' },
      { at, what: 'skip' },
      { at, what: 'resume' },
      { at, what: 'renew' },
    ],
  }
  const monthsOf = (plan: PlanScript) =>
    predict(plan, plan.actions).months.map(
      ({ status, prankCount, amountCents, periodStart }) =>
        `${periodStart.toISOString().slice(0, 10)} ${status}: ${prankCount} for ${amountCents}`,
    )

  test('when a plan is changed and paused then its months are void, and then have the new number and price', () => {
    expect(monthsOf(script)).toEqual([
      '2024-01-31 paid: 2 for 998',
      '2024-02-29 void: 3 for 1497',
      '2024-03-31 void: 3 for 1497',
      '2024-04-30 paid: 3 for 1497',
      '2024-05-31 paid: 3 for 1497',
    ])
    expect(predict(script, script.actions)).toMatchObject({ status: 'active', recovered: 1, isPaused: false })
  })

  test('when a plan has the discount then a change leaves its price as it is', () => {
    const [first, second] = monthsOf({ ...script, withDiscount: true })
    expect([first, second]).toEqual(['2024-01-31 paid: 2 for 99', '2024-02-29 void: 3 for 99'])
  })
})
