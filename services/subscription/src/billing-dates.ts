import { monthsAfter } from '@prankpost/service-kit'
import type { Plan } from './plan.model.ts'

const dayMs = 86_400_000
/** How long before a charge its customer is reminded, and a pause ends. */
export const noticeMs = 3 * dayMs

/** The day from which the billing dates of a plan are counted. */
function firstBillingDate({ months }: Pick<Plan, 'months'>): Date {
  const starts = months.map(({ periodStart }) => periodStart.getTime())
  return new Date(Math.min(...starts))
}

/** The first billing date of a plan at or after a time. @see https://docs.stripe.com/billing/subscriptions/billing-cycle */
export function billingDateFrom(plan: Pick<Plan, 'months'>, from: Date): Date {
  return monthsAfter(firstBillingDate(plan), billingIndexFrom(plan, from))
}

/** When a pause ends that covers the invoices of `count` billing dates from `from` on: in time to announce the next charge. */
export function pauseEnd(plan: Pick<Plan, 'months'>, from: Date, count: number): Date {
  const charge = monthsAfter(firstBillingDate(plan), billingIndexFrom(plan, from) + count)
  return new Date(charge.getTime() - noticeMs)
}

function billingIndexFrom(plan: Pick<Plan, 'months'>, from: Date): number {
  const first = firstBillingDate(plan)
  const months =
    (from.getUTCFullYear() - first.getUTCFullYear()) * 12 + from.getUTCMonth() - first.getUTCMonth()
  const n = Math.max(0, months - 1)
  return [n, n + 1, n + 2].find((one) => monthsAfter(first, one) >= from) ?? n + 2
}
