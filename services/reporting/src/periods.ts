import { maxReportDays, type ReportPeriod } from '@prankpost/contracts'
import { invalid } from '@prankpost/service-kit'
import { dayOf } from './figures.ts'

const dayMs = 86_400_000
const defaultDays = 30
/** Before and after these days a date does not have ten characters, or its week does not: days could not be compared. */
const limits = { from: '1000-01-01', to: '9998-12-31' }

/** The first and last day of something. */
export interface Period {
  from: string
  to: string
}

export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1
const addDays = (day: string, count: number): string => dayOf(new Date(Date.parse(day) + count * dayMs))

/**
 * The days of a report. Without `to` it ends today, without `from` it has 30 days.
 * @throws 400 for too many days, for none, and outside the limits
 */
export function rangeOf({ from, to = dayOf(new Date()) }: Partial<Period>): Period {
  const range = { from: from ?? addDays(to, 1 - defaultDays), to }
  if (range.from > to) throw invalid('The first day must not be after the last day.')
  if (range.from < limits.from || range.to > limits.to)
    throw invalid('The days of a report are in the years 1000 to 9998.')
  if (daysIn(range) > maxReportDays) throw invalid(`A report has at most ${maxReportDays} days.`)
  return range
}

/** The periods of a range. The first and the last one are cut off where the range starts and ends. */
export function periodsOf(range: Period, by: ReportPeriod): Period[] {
  const periods: Period[] = []
  if (by === 'total') return [range]
  for (let from = range.from; from <= range.to; ) {
    const [to = range.to] = [lastDayOf(from, by), range.to].sort()
    periods.push({ from, to })
    from = addDays(to, 1)
  }
  return periods
}

/** The last day of the week or month that a day is part of. */
function lastDayOf(day: string, by: Exclude<ReportPeriod, 'total'>): string {
  const date = new Date(day)
  if (by === 'day') return day
  if (by === 'week') return addDays(day, (7 - date.getUTCDay()) % 7)
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)))
}
