import { formatCents, type ReportName, type ReportRows } from '@prankpost/contracts'
import type { Sum } from './figures.ts'
import { funnelPrankRows, funnelRows } from './funnel-rows.ts'
import type { FunnelSum } from './funnel-sum.ts'
import { daysIn, type Period } from './periods.ts'

const daysPerMonth = 365.25 / 12
const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** The sum of a period, and the plans that run before it. */
export interface PeriodSum {
  period: Period
  sum: Sum
  before: Pick<Sum['figures'], 'activePlans' | 'pastDuePlans' | 'recurringCents'>
  /** The visits of the period; empty in other reports. */
  funnel: FunnelSum
}

/** The rows of a period in each report. */
export const rowsOf: { [R in ReportName]: (one: PeriodSum) => ReportRows[R][] } = {
  sales: ({ period, sum: { figures } }) => [
    {
      ...period,
      orders: figures.orders,
      planMonths: figures.planMonths,
      gross: formatCents(figures.grossCents),
      discount: formatCents(figures.discountCents),
      returned: formatCents(figures.returnedCents),
      revenue: formatCents(figures.grossCents - figures.returnedCents),
      averageOrder:
        figures.orders === 0 ? null : formatCents(Math.round(figures.orderCents / figures.orders)),
      refunds: figures.refunds,
      refunded: formatCents(figures.refundedCents),
    },
  ],
  pranks: ({ period, sum }) =>
    sum.pranks.map(({ id, name, sold, grossCents, shipped }) => ({
      ...period,
      prankId: id,
      name,
      sold,
      gross: formatCents(grossCents),
      shipped,
    })),
  plans: ({ period, sum: { figures }, before }) => {
    const active = before.activePlans + figures.activePlans
    const pastDue = before.pastDuePlans + figures.pastDuePlans
    const recurringCents = before.recurringCents + figures.recurringCents
    const churn = share(figures.plansEnded, before.activePlans + before.pastDuePlans)
    const months = churn ? daysIn(period) / daysPerMonth / churn : null
    const running = active + pastDue
    return [
      {
        ...period,
        started: figures.plansStarted,
        ended: figures.plansEnded,
        active,
        pastDue,
        monthlyRecurringRevenue: formatCents(recurringCents),
        churn: churn === null ? null : round(churn * 100, 2),
        lifetimeValue:
          months === null || running === 0
            ? null
            : formatCents(Math.round((recurringCents / running) * months)),
      },
    ]
  },
  fulfilment: ({ period, sum: { figures } }) => [
    {
      ...period,
      shipped: figures.parcels,
      onTime: figures.parcelsOnTime,
      averageHours:
        figures.timedParcels === 0 ? null : round(figures.parcelMinutes / figures.timedParcels / 60, 1),
    },
  ],
  discounts: ({ period, sum }) =>
    sum.codes.map(({ code, orders, planMonths, discountCents, revenueCents }) => ({
      ...period,
      code,
      orders,
      planMonths,
      discount: formatCents(discountCents),
      revenue: formatCents(revenueCents),
    })),
  funnel: funnelRows,
  'funnel-pranks': funnelPrankRows,
}

const share = (part: number, all: number): number | null => (all > 0 ? part / all : null)
