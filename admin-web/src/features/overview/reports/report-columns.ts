import type { ReportName } from '@prankpost/contracts/constants'
import type { ReportRows } from '@prankpost/contracts/report'
import { centsOf } from '../../../lib/amounts.ts'
import { count, money } from '../figures.ts'
import type { Column } from './figure-table.tsx'

const dollars = (amount: string | null) => (amount === null ? '–' : money(centsOf(amount)))
const orNone = (value: number | null, unit: string) => (value === null ? '–' : `${value} ${unit}`)

/** The funnel has a view of its own, which also shows the report by prank. */
export type ReportChoice = Exclude<ReportName, 'funnel-pranks'>
export type TableReport = Exclude<ReportChoice, 'funnel'>

export const reportLabels: Record<ReportChoice, string> = {
  sales: 'Sales',
  pranks: 'Pranks',
  plans: 'Plans',
  fulfilment: 'Fulfilment',
  discounts: 'Discounts',
  funnel: 'Funnel',
}

/** The columns of each report after its period. */
export const reportColumns: { [R in TableReport]: Column<ReportRows[R]>[] } = {
  sales: [
    ['Orders', ({ orders }) => count(orders)],
    ['Plan months', ({ planMonths }) => count(planMonths)],
    ['Gross', ({ gross }) => dollars(gross)],
    ['Discount', ({ discount }) => dollars(discount)],
    ['Went back', ({ returned }) => dollars(returned)],
    ['Revenue', ({ revenue }) => dollars(revenue)],
    ['Average order', ({ averageOrder }) => dollars(averageOrder)],
    ['Refunds decided', ({ refunds, refunded }) => `${count(refunds)}, ${dollars(refunded)}`],
  ],
  pranks: [
    ['Prank', ({ name }) => name],
    ['Sold', ({ sold }) => count(sold)],
    ['Gross', ({ gross }) => dollars(gross)],
    ['Shipped', ({ shipped }) => count(shipped)],
  ],
  plans: [
    ['Started', ({ started }) => count(started)],
    ['Ended', ({ ended }) => count(ended)],
    ['Active', ({ active }) => count(active)],
    ['Past due', ({ pastDue }) => count(pastDue)],
    ['Monthly recurring', ({ monthlyRecurringRevenue }) => dollars(monthlyRecurringRevenue)],
    ['Churn', ({ churn }) => orNone(churn, '%')],
    ['Lifetime value', ({ lifetimeValue }) => dollars(lifetimeValue)],
  ],
  fulfilment: [
    ['Parcels shipped', ({ shipped }) => count(shipped)],
    ['Within 24 h', ({ onTime }) => count(onTime)],
    ['Average from payment', ({ averageHours }) => orNone(averageHours, 'h')],
  ],
  discounts: [
    ['Code', ({ code }) => code],
    ['Orders', ({ orders }) => count(orders)],
    ['Plan months', ({ planMonths }) => count(planMonths)],
    ['Discount', ({ discount }) => dollars(discount)],
    ['Revenue', ({ revenue }) => dollars(revenue)],
  ],
}
