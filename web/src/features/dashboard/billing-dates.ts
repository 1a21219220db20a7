import { basePriceCents } from '@prankpost/contracts/constants'
import { priceCents } from '@prankpost/web-kit'
import type { Plan } from './subscriptions.ts'

const dayMs = 86_400_000
/** A pause ends this long before the next charge, which is announced then. */
const noticeMs = 3 * dayMs

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Formats a date of the near future, `Jan 4`. */
export function shortDate(time: string | Date): string {
  return shortDay.format(new Date(time))
}

/** `1 prank`, `3 pranks`. */
export const pranksOf = (count: number) => (count === 1 ? '1 prank' : `${count} pranks`)

/** The price of a month with this many pranks, with the plan's discount. */
export function monthlyCents({ prices }: Plan, prankCount: number): number {
  const price = prices?.[prankCount - 1]
  return price === undefined ? basePriceCents * prankCount : priceCents(price)
}

/** What the customer gets from the next period on. */
export function nextTermsOf(plan: Plan) {
  return {
    prankCount: plan.nextPrankCount ?? plan.prankCount,
    cents: priceCents(plan.nextMonthlyAmount ?? plan.monthlyAmount),
  }
}

/**
 * When a pause of this many months would end, and when the plan would be charged again; the server decides, and
 * answers the same dates. Null while the next charge is not known.
 */
export function pauseDates(plan: Plan, months: number, now = new Date()) {
  const next = nextInvoice(plan, now)
  if (next === null) return null
  const charge = addMonths(next, months, plan)
  return { skipped: next, until: new Date(charge.getTime() - noticeMs), charge }
}

/** The next invoice, also when it will not be charged because the plan is paused. */
function nextInvoice(plan: Plan, now: Date): Date | null {
  const known = plan.pausedUntil ? plan.currentPeriodEnd : plan.nextChargeAt
  if (known === null || known === undefined) return null
  let next = new Date(known)
  for (let n = 1; next < now && n <= 12; n++) next = addMonths(new Date(known), n, plan)
  return next
}

/** The same day of a later month; in a month without that day its last one, as Stripe bills. */
function addMonths(date: Date, months: number, { createdAt }: Plan): Date {
  const month = date.getUTCMonth() + months
  const isLastDay = date.getUTCDate() === daysIn(date.getUTCFullYear(), date.getUTCMonth())
  const day = isLastDay ? Math.max(date.getUTCDate(), new Date(createdAt).getUTCDate()) : date.getUTCDate()
  const later = new Date(date)
  later.setUTCFullYear(date.getUTCFullYear(), month, Math.min(day, daysIn(date.getUTCFullYear(), month)))
  return later
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
