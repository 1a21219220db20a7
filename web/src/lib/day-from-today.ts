/** A day, counted from today where the browser is: `2026-04-01`. A day there may have 23 or 25 hours. */
export function dayFromToday(days: number, now = new Date()): string {
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  return day.toLocaleDateString('en-CA')
}
