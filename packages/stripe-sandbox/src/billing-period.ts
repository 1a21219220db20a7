/**
 * Returns the start of billing period `n` (0 is the anchor itself). In a month without the anchor's day it is the
 * month's last day: Jan 31, Feb 28, Mar 31.
 * @see https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function periodStart(anchor: Date, n: number): Date {
  const month = anchor.getUTCMonth() + n
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay))
  return start
}
