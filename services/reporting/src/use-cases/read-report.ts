import type { ReportName, ReportPeriod, ReportRows } from '@prankpost/contracts'
import type { Day } from '../day.model.ts'
import type { Deps } from '../deps.ts'
import { Sum } from '../figures.ts'
import type { FunnelDay } from '../funnel.model.ts'
import { FunnelSum } from '../funnel-sum.ts'
import { type Period, periodsOf, rangeOf } from '../periods.ts'
import { type PeriodSum, rowsOf } from '../report-rows.ts'

interface ReadReportInput<R extends ReportName> {
  report: R
  from?: string | undefined
  to?: string | undefined
  by: ReportPeriod
}
interface Report<R extends ReportName> extends Period {
  by: ReportPeriod
  items: ReportRows[R][]
}

/**
 * Reads a report. It reads one document for each day, so its cost does not depend on the number of orders. `plans` also
 * sums the days before, because the plans that run are the sum of all changes. The funnel also reads one document for
 * each day with the visits.
 * @throws 400 when the first day is after the last one, and for more than `maxReportDays` days
 */
export async function readReport<R extends ReportName>(
  { report, by, ...dates }: ReadReportInput<R>,
  { days, funnel }: Pick<Deps, 'days' | 'funnel'>,
): Promise<Report<R>> {
  const range = rangeOf(dates)
  const inRange = { _id: { $gte: range.from, $lte: range.to } }
  const [stored, before, visits] = await Promise.all([
    days
      .find(inRange, { [partOf[report]]: 1 })
      .sort({ _id: 1 })
      .lean<Day[]>(),
    report === 'plans' ? plansBefore(range.from, days) : nothing,
    report in visitsOf
      ? funnel
          .find(inRange, { [visitsOf[report as keyof typeof visitsOf]]: 1 })
          .sort({ _id: 1 })
          .lean<FunnelDay[]>()
      : [],
  ])
  const sums = periodSums(periodsOf(range, by), stored, before, visits)
  const items = sums.flatMap(rowsOf[report]) as ReportRows[R][]
  return { ...range, by, items }
}

/** The part of a day that a report needs. */
const partOf = {
  sales: 'figures',
  pranks: 'pranks',
  plans: 'figures',
  fulfilment: 'figures',
  discounts: 'codes',
  funnel: 'figures',
  'funnel-pranks': 'pranks',
} as const

/** The part of a day's visits that a report needs. */
const visitsOf = { funnel: 'sources', 'funnel-pranks': 'pranks' } as const

const nothing = { activePlans: 0, pastDuePlans: 0, recurringCents: 0 }

function periodSums(
  periods: Period[],
  stored: Day[],
  before: PeriodSum['before'],
  visits: FunnelDay[],
): PeriodSum[] {
  const daysUntil = takeUntil(stored)
  const visitsUntil = takeUntil(visits)
  let running = before
  return periods.map((period) => {
    const sum = new Sum()
    for (const day of daysUntil(period.to)) sum.add(day)
    const funnel = new FunnelSum()
    for (const day of visitsUntil(period.to)) funnel.add(day)
    const one = { period, sum, before: running, funnel }
    running = {
      activePlans: running.activePlans + sum.figures.activePlans,
      pastDuePlans: running.pastDuePlans + sum.figures.pastDuePlans,
      recurringCents: running.recurringCents + sum.figures.recurringCents,
    }
    return one
  })
}

/** Returns a function that takes the next days of a sorted list until a day, that day included. */
function takeUntil<T extends { _id: string }>(days: T[]) {
  let next = 0
  return (last: string): T[] => {
    const end = days.findIndex(({ _id }, index) => index >= next && _id > last)
    const taken = days.slice(next, end === -1 ? undefined : end)
    next += taken.length
    return taken
  }
}

async function plansBefore(day: string, days: Deps['days']): Promise<PeriodSum['before']> {
  const sumOf = (name: keyof typeof nothing) => ({ $sum: `$figures.${name}` })
  const [sums] = await days.aggregate<PeriodSum['before']>([
    { $match: { _id: { $lt: day } } },
    {
      $group: {
        _id: null,
        activePlans: sumOf('activePlans'),
        pastDuePlans: sumOf('pastDuePlans'),
        recurringCents: sumOf('recurringCents'),
      },
    },
  ])
  return sums ?? nothing
}
