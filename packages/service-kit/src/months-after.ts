/** So many calendar months after a time, or before it, in UTC; in a month without that day, its last day. */
export function monthsAfter(at: Date, count: number): Date {
  const month = at.getUTCMonth() + count
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const then = new Date(at)
  then.setUTCFullYear(at.getUTCFullYear(), month, Math.min(at.getUTCDate(), lastDay))
  return then
}
