export const dayMs = 86_400_000

/**
 * The same day and time `months` later, or the last day of a month that has no such day. It does not share code with the
 * sandbox, because the run compares the sandbox's months with it.
 * @see https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function monthsAfter(start: Date, months: number): Date {
  const month = start.getUTCFullYear() * 12 + start.getUTCMonth() + months
  const [year, inYear] = [Math.floor(month / 12), month % 12]
  const day = Math.min(start.getUTCDate(), daysIn(year, inYear))
  const midnight = Date.UTC(year, inYear, day)
  return new Date(midnight + (start.getTime() % dayMs))
}

function daysIn(year: number, month: number): number {
  if (month === 1) return isLeap(year) ? 29 : 28
  return [3, 5, 8, 10].includes(month) ? 30 : 31
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
