import { deliveryBusinessDays } from './constants.ts'

const dayMs = 86_400_000

/** The moment `days` business days (Monday to Friday without US federal holidays, UTC) after `from`. */
export function addBusinessDays(from: Date, days: number): Date {
  let date = from
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs)
    if (isBusinessDay(date)) left--
  }
  return date
}

/** When a parcel that was paid or shipped at `from` is expected: the first and the last calendar day. */
export function deliveryRange(from: Date): { from: string; to: string } {
  const day = (days: number) => addBusinessDays(from, days).toISOString().slice(0, 10)
  return { from: day(deliveryBusinessDays.from), to: day(deliveryBusinessDays.to) }
}

/** Whether it is a Monday to Friday without a US federal holiday. */
export function isBusinessDay(date: Date): boolean {
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isFederalHoliday(date)
}

/** Whether one of the eleven federal holidays is observed on this day (5 U.S.C. 6103). */
export function isFederalHoliday(date: Date): boolean {
  const day = date.toISOString().slice(0, 10)
  const year = date.getUTCFullYear()
  // New Year's Day of the next year may be observed on December 31.
  return [...holidaysOf(year), fixed(year + 1, 1, 1)].includes(day)
}

const holidaysOf = (year: number): string[] => [
  fixed(year, 1, 1),
  // Birthday of Martin Luther King, Jr.; Washington's Birthday.
  nth(3, monday, year, 1),
  nth(3, monday, year, 2),
  // Memorial Day is the last Monday of May.
  new Date(Date.parse(nth(1, monday, year, 6)) - 7 * dayMs).toISOString().slice(0, 10),
  // Juneteenth; Independence Day.
  fixed(year, 6, 19),
  fixed(year, 7, 4),
  // Labor Day; Columbus Day.
  nth(1, monday, year, 9),
  nth(2, monday, year, 10),
  // Veterans Day; Thanksgiving Day; Christmas Day.
  fixed(year, 11, 11),
  nth(4, thursday, year, 11),
  fixed(year, 12, 25),
]

const monday = 1
const thursday = 4

/** A holiday with a fixed date. On a Saturday it is observed the day before, on a Sunday the day after. */
function fixed(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day))
  const shift = date.getUTCDay() === 6 ? -1 : date.getUTCDay() === 0 ? 1 : 0
  return new Date(date.getTime() + shift * dayMs).toISOString().slice(0, 10)
}

/** The nth weekday of a month. */
function nth(n: number, weekday: number, year: number, month: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const day = 1 + ((weekday - first + 7) % 7) + (n - 1) * 7
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
