import type { ReportName, ReportRows } from '@prankpost/contracts'
import type { CsvColumns } from '@prankpost/service-kit'

const days = {
  From: ({ from }: { from: string }) => from,
  To: ({ to }: { to: string }) => to,
}

/** The columns of each report as a file. */
export const reportColumns: { [R in ReportName]: CsvColumns<ReportRows[R]> } = {
  sales: {
    ...days,
    Orders: ({ orders }) => orders,
    'Plan months': ({ planMonths }) => planMonths,
    Gross: ({ gross }) => gross,
    Discount: ({ discount }) => discount,
    'Went back': ({ returned }) => returned,
    Revenue: ({ revenue }) => revenue,
    'Average order': ({ averageOrder }) => averageOrder,
    'Refunds decided': ({ refunds }) => refunds,
    'Amount of these refunds': ({ refunded }) => refunded,
  },
  pranks: {
    ...days,
    'Prank id': ({ prankId }) => prankId,
    Prank: ({ name }) => name,
    Sold: ({ sold }) => sold,
    Gross: ({ gross }) => gross,
    Shipped: ({ shipped }) => shipped,
  },
  plans: {
    ...days,
    Started: ({ started }) => started,
    Ended: ({ ended }) => ended,
    Active: ({ active }) => active,
    'Past due': ({ pastDue }) => pastDue,
    'Monthly recurring revenue': ({ monthlyRecurringRevenue }) => monthlyRecurringRevenue,
    'Churn in percent': ({ churn }) => churn,
    'Lifetime value': ({ lifetimeValue }) => lifetimeValue,
  },
  fulfilment: {
    ...days,
    'Parcels shipped': ({ shipped }) => shipped,
    'Within 24 hours': ({ onTime }) => onTime,
    'Average hours from payment': ({ averageHours }) => averageHours,
  },
  discounts: {
    ...days,
    Code: ({ code }) => code,
    Orders: ({ orders }) => orders,
    'Plan months': ({ planMonths }) => planMonths,
    Discount: ({ discount }) => discount,
    Revenue: ({ revenue }) => revenue,
  },
  funnel: {
    ...days,
    Source: ({ source }) => source,
    Visits: ({ visit }) => visit,
    'Prank viewed': ({ viewed }) => viewed,
    'Prank picked': ({ picked }) => picked,
    'In the Arsenal': ({ added }) => added,
    Checkout: ({ checkout }) => checkout,
    'Paid, as browsers report': ({ paid }) => paid,
    'Paid orders': ({ orders }) => orders,
    'Plans viewed': ({ plansViewed }) => plansViewed,
    'Plan picked': ({ planPicked }) => planPicked,
    'Plan checkout': ({ planCheckout }) => planCheckout,
    'Plan paid, as browsers report': ({ planPaid }) => planPaid,
    'Plans started': ({ plansStarted }) => plansStarted,
  },
  'funnel-pranks': {
    ...days,
    'Prank id': ({ prankId }) => prankId,
    Prank: ({ name }) => name,
    Viewed: ({ viewed }) => viewed,
    Picked: ({ picked }) => picked,
    'In the Arsenal': ({ added }) => added,
    Checkout: ({ checkout }) => checkout,
    'Paid orders': ({ orders }) => orders,
  },
}
