import type { ReportName, ReportPeriod, ReportRows } from '@prankpost/contracts'
import type { Day } from '../day.model.ts'
import type { Deps } from '../deps.ts'
import { Sum } from '../figures.ts'
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
 * sums the days before, because the plans that run are the sum of all changes.
 * @throws 400 when the first day is after the last one, and for more than `maxReportDays` days
 */
export async function readReport<R extends ReportName>(
  { report, by, ...dates }: ReadReportInput<R>,
  { days }: Pick<Deps, 'days'>,
): Promise<Report<R>> {
  const range = rangeOf(dates)
  const [stored, before] = await Promise.all([
    days
      .find({ _id: { $gte: range.from, $lte: range.to } }, { [partOf[report]]: 1 })
      .sort({ _id: 1 })
      .lean<Day[]>(),
    report === 'plans' ? plansBefore(range.from, days) : nothing,
  ])
  const items = periodSums(periodsOf(range, by), stored, before).flatMap(rowsOf[report]) as ReportRows[R][]
  return { ...range, by, items }
}

/** The part of a day that a report needs. */
const partOf = {
  sales: 'figures',
  pranks: 'pranks',
  plans: 'figures',
  fulfilment: 'figures',
  discounts: 'codes',
} as const

const nothing = { activePlans: 0, pastDuePlans: 0, recurringCents: 0 }

function periodSums(periods: Period[], stored: Day[], before: PeriodSum['before']): PeriodSum[] {
  let next = 0
  let running = before
  return periods.map((period) => {
    const sum = new Sum()
    for (; next < stored.length; next++) {
      const day = stored[next]
      if (day === undefined || day._id > period.to) break
      sum.add(day)
    }
    const one = { period, sum, before: running }
    running = {
      activePlans: running.activePlans + sum.figures.activePlans,
      pastDuePlans: running.pastDuePlans + sum.figures.pastDuePlans,
      recurringCents: running.recurringCents + sum.figures.recurringCents,
    }
    return one
  })
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
