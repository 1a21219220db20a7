import { formatCents } from '@prankpost/contracts'

// Formats are created for each mail and not cached: the names and rules of a format take 8 MB of memory.

/** A moment, such as `March 4, 2026 at 2:05 PM UTC`. */
export function formatDate(date: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(date)} UTC`
}

/** A day, such as `Wednesday, March 4`. */
function formatDay(day: string): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-US', format).format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}

/** A day with its year, such as `March 4, 2026`. */
export function formatLongDay(moment: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))
}

/** A range of days, both included. */
export const formatRange = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

export const formatMoney = (cents: number) => `$${formatCents(cents)}`

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
