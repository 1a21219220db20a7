import { prankSteps, type ReportRows, visitSources } from '@prankpost/contracts'
import type { SourceCounts } from './funnel.model.ts'
import type { PeriodSum } from './report-rows.ts'

const noVisits: Required<SourceCounts> = {
  ...{ visit: 0, viewed: 0, picked: 0, added: 0, checkout: 0, paid: 0 },
  ...{ plansViewed: 0, planPicked: 0, planCheckout: 0, planPaid: 0 },
}

/** A row for all sources, with the payments of `days`, and one for each source that had a visit. */
export function funnelRows({ period, sum: { figures }, funnel }: PeriodSum): ReportRows['funnel'][] {
  const { orders, plansStarted } = figures
  const known = visitSources.flatMap((source) => {
    const counts = funnel.sources.get(source)
    return counts === undefined ? [] : [{ source, ...counts }]
  })
  return [
    { ...period, source: 'all', ...noVisits, ...funnel.total, orders, plansStarted },
    ...known.map((row) => ({ ...period, ...noVisits, ...row, orders: null, plansStarted: null })),
  ]
}

/** A row for each prank that a visit saw, or that was paid; its name is that of the last sale, if there is one. */
export function funnelPrankRows({ period, sum, funnel }: PeriodSum): ReportRows['funnel-pranks'][] {
  const paid = new Map(sum.pranks.filter(({ orders }) => orders > 0).map((prank) => [prank.id, prank]))
  return [...new Set([...funnel.pranks.keys(), ...paid.keys()])].sort().map((prankId) => {
    const counts = funnel.pranks.get(prankId)
    const [viewed, picked, added, checkout] = prankSteps.map((step) => counts?.[step] ?? 0) as FourSteps
    const { name, orders } = paid.get(prankId) ?? { name: counts?.name ?? '', orders: 0 }
    return { ...period, prankId, name, viewed, picked, added, checkout, orders }
  })
}

type FourSteps = [number, number, number, number]
