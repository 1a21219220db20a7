import type { Recurring } from './checkout.model.ts'

const dayMs = 86_400_000

/**
 * Returns the start of billing period `n` (0 is the anchor itself). In a month without the anchor's day it is the
 * month's last day: Jan 31, Feb 28, Mar 31.
 * @see https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function periodStart(anchor: Date, every: Recurring, n: number): Date {
  const steps = n * every.intervalCount
  if (every.interval === 'day') return new Date(anchor.getTime() + steps * dayMs)
  if (every.interval === 'week') return new Date(anchor.getTime() + steps * 7 * dayMs)

  const months = anchor.getUTCMonth() + (every.interval === 'year' ? 12 * steps : steps)
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(anchor.getUTCFullYear(), months, Math.min(anchor.getUTCDate(), lastDay))
  return start
}
