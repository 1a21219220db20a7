import type { ReportRows } from '@prankpost/contracts/report'

export type SourceRow = ReportRows['funnel']
export type PrankRow = ReportRows['funnel-pranks']

/** A step of a funnel: how many reached it. */
interface Step {
  label: string
  count: number
}

/** The steps of one-time orders and of plans. The last one is counted from payments, the others by browsers. */
export const stepsOf = (all: SourceRow): Record<'Pranks' | 'Plans', Step[]> => ({
  Pranks: [
    { label: 'Visits', count: all.visit },
    { label: 'Prank viewed', count: all.viewed },
    { label: 'Prank picked', count: all.picked },
    { label: 'In the Arsenal', count: all.added },
    { label: 'Checkout', count: all.checkout },
    { label: 'Paid orders', count: all.orders ?? 0 },
  ],
  Plans: [
    { label: 'Visits', count: all.visit },
    { label: 'Plans viewed', count: all.plansViewed },
    { label: 'Plan picked', count: all.planPicked },
    { label: 'Checkout', count: all.planCheckout },
    { label: 'Plans started', count: all.plansStarted ?? 0 },
  ],
})

/** A part in percent of the whole, with a decimal below 10 %; a dash without a whole. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (part / whole) * 100
  return `${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)} %`
}

export const sourceLabels: Record<SourceRow['source'], string> = {
  all: 'All sources',
  search: 'Search engines',
  social: 'Social media',
  email: 'E-mail',
  direct: 'Direct',
  other: 'Other sites',
}
