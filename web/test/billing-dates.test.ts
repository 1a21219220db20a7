import { describe, expect, test } from 'vitest'
import { pauseDates } from '../src/features/dashboard/billing-dates.ts'
import type { Plan } from '../src/features/dashboard/subscriptions.ts'
import { planOf } from './samples.ts'

const now = new Date('2027-01-10T12:00:00.000Z')
const planAt = (changes: Partial<Plan>): Plan => ({
  ...planOf('active'),
  nextPrankCount: null,
  nextMonthlyAmount: null,
  changesAt: null,
  pausedUntil: null,
  nextChargeAt: null,
  ...changes,
})
const days = (plan: Plan, months: number) =>
  Object.values(pauseDates(plan, months, now) ?? {}).map((date) => date.toISOString().slice(0, 10))

describe('the dates of a pause', () => {
  test('when the plan is charged on a day that every month has, then they are that day, and 3 days before', () => {
    const plan = planAt({ createdAt: '2026-10-04T12:00:00.000Z', nextChargeAt: '2027-02-04T12:00:00.000Z' })
    expect(days(plan, 1)).toEqual(['2027-02-04', '2027-03-01', '2027-03-04'])
    expect(days(plan, 3)).toEqual(['2027-02-04', '2027-05-01', '2027-05-04'])
  })

  test('when the plan began on the 31st, then it is the last day of each month', () => {
    const plan = planAt({ createdAt: '2026-10-31T12:00:00.000Z', nextChargeAt: '2027-02-28T12:00:00.000Z' })
    expect(days(plan, 1)).toEqual(['2027-02-28', '2027-03-28', '2027-03-31'])
    expect(days(plan, 2)).toEqual(['2027-02-28', '2027-04-27', '2027-04-30'])
  })

  test('when the next charge is unknown, then there are none', () => {
    expect(pauseDates(planAt({}), 1, now)).toBeNull()
  })
})
