import { dollars } from '@prankpost/web-kit'

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const shortFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** An amount with thousands separators: `$12,345.00`. */
export const money = (cents: number) => dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',')

/** An amount in compact notation: `$1.2K`. */
export const shortMoney = (cents: number) => shortFormat.format(cents / 100)

/** A number with thousands separators. */
export const count = (n: number) => n.toLocaleString('en-US')

/** A calendar day without its year: `Nov 21`. */
export const dayLabel = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const sumOf = <T>(list: readonly T[], amountOf: (one: T) => number) =>
  list.reduce((sum, one) => sum + amountOf(one), 0)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A duration in its two largest units: `12 min`, `5 h 3 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  const [days, hours, minutes] = [ms / dayMs, (ms % dayMs) / hourMs, (ms % hourMs) / minuteMs].map(Math.floor)
  if (days) return hours ? `${days} d ${hours} h` : `${days} d`
  if (hours) return minutes ? `${hours} h ${minutes} min` : `${hours} h`
  return `${minutes} min`
}
