import { z } from 'zod'
import { reportNames, reportPeriods, visitSources } from './constants.ts'
import { moneyString } from './money.ts'
import { calendarDay } from './primitives.ts'

/** The days (UTC) of a report, both included. Without `to` it ends today, without `from` it has 30 days. */
export const reportQuery = z.object({
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  by: z.enum(reportPeriods).default('day'),
})
export const reportParams = z.object({ report: z.enum(reportNames) })

/** The first and last day of a row; the first and last row may be shorter than a week or a month. */
const period = z.object({ from: calendarDay, to: calendarDay })

/** A report: one row for each period, or for each period and thing. */
const reportOf = <T extends z.ZodType>(row: T) =>
  z.object({ from: calendarDay, to: calendarDay, by: z.enum(reportPeriods), items: z.array(row) })

export const salesRow = period.extend({
  /** One-time orders that were paid, without cancelled ones. */
  orders: z.int(),
  /** Months of plans that were paid. */
  planMonths: z.int(),
  /** Everything that was paid. */
  gross: moneyString,
  discount: moneyString,
  /** What went back of these payments, at any time: refunds that did not fail, lost disputes. */
  returned: moneyString,
  /** `gross` without `returned`. */
  revenue: moneyString,
  /** The average one-time order, without cancelled ones; null without any. */
  averageOrder: moneyString.nullable(),
  /** Refunds that were decided in this period, and disputes opened in it that were lost, of any payment. */
  refunds: z.int(),
  refunded: moneyString,
})
export const prankRow = period.extend({
  prankId: z.string(),
  name: z.string(),
  /** Pieces of paid one-time orders, without cancelled ones, and what was paid for them. */
  sold: z.int(),
  gross: moneyString,
  /** Pieces in the parcels that were shipped, of orders and of plans. */
  shipped: z.int(),
})
export const planRow = period.extend({
  started: z.int(),
  ended: z.int(),
  /** At the end of the period. */
  active: z.int(),
  pastDue: z.int(),
  /** The monthly price of the plans that run at the end of the period, past due ones included. */
  monthlyRecurringRevenue: moneyString,
  /** Plans that ended, in percent of those that ran at the start of the period; null if none did. */
  churn: z.number().nullable(),
  /** The average monthly price of a plan for as many months as a plan lasts at this churn; null if none ended. */
  lifetimeValue: moneyString.nullable(),
})
export const fulfilmentRow = period.extend({
  /** Parcels that were shipped. */
  shipped: z.int(),
  /** Those that were shipped within the promised 24 hours of the payment. */
  onTime: z.int(),
  /** The average time from payment to shipping; null without parcels. */
  averageHours: z.number().nullable(),
})
export const discountRow = period.extend({
  code: z.string(),
  /** Paid one-time orders with the code, without cancelled ones. */
  orders: z.int(),
  /** Paid months of plans with the code. */
  planMonths: z.int(),
  discount: moneyString,
  /** What was paid for them, without what went back. */
  revenue: moneyString,
})

const steps = { viewed: z.int(), picked: z.int(), added: z.int(), checkout: z.int() }

/** The visits that reached each step, as their browsers reported it: each once for a tab of a browser. */
export const funnelRow = period.extend({
  /** `all` is the sum of the sources. */
  source: z.enum(['all', ...visitSources]),
  visit: z.int(),
  ...steps,
  paid: z.int(),
  plansViewed: z.int(),
  planPicked: z.int(),
  planCheckout: z.int(),
  planPaid: z.int(),
  /** Paid one-time orders, without cancelled ones, and plans whose first month was paid; only known for all sources. */
  orders: z.int().nullable(),
  plansStarted: z.int().nullable(),
})
export const funnelPrankRow = period.extend({
  prankId: z.string(),
  name: z.string(),
  /** The visits that reached the step with this prank. */
  ...steps,
  /** Paid one-time orders with this prank, without cancelled ones. */
  orders: z.int(),
})

export const salesReport = reportOf(salesRow)
export const prankReport = reportOf(prankRow)
export const planReport = reportOf(planRow)
export const fulfilmentReport = reportOf(fulfilmentRow)
export const discountReport = reportOf(discountRow)
export const funnelReport = reportOf(funnelRow)
export const funnelPrankReport = reportOf(funnelPrankRow)
export type SalesReport = z.infer<typeof salesReport>
export type PlanReport = z.infer<typeof planReport>

/** The row of each report. */
export interface ReportRows {
  sales: z.infer<typeof salesRow>
  pranks: z.infer<typeof prankRow>
  plans: z.infer<typeof planRow>
  fulfilment: z.infer<typeof fulfilmentRow>
  discounts: z.infer<typeof discountRow>
  funnel: z.infer<typeof funnelRow>
  'funnel-pranks': z.infer<typeof funnelPrankRow>
}
