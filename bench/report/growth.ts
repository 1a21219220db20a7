import type { GrowthResults } from '../growth.ts'
import { number, type Section, show } from './sections.ts'

/** In a shop that is a hundred times as large, a first page may take at most this many times as long. */
const mostP95Ratio = 1.3
/**
 * The maximum ratio of examined documents: a page of orders also reads the plans of its customers, who differ
 * from page to page, but not with the size of the shop.
 */
const mostDocumentsRatio = 1.3

/** The report of `npm run bench -- --growth`. */
export function growthSections({ orders, filled, passes, rounds, calls }: GrowthResults): Section[] {
  const amounts = filled.map(({ seconds, documents: counts }) => {
    const documents = Object.entries(counts).map(([kind, count]) => `${number(count)} ${kind}`)
    return { filled: documents.join(', '), seconds: number(seconds) }
  })
  const firstPages = calls.filter(
    ({ what }) => what.includes('first page') || /^(history|reports)/.test(what),
  )
  const slowest = Math.max(...firstPages.map(({ p95Ratio }) => p95Ratio.median))
  const documents = Math.max(...firstPages.map(({ few, many }) => many.examined / few.examined))
  const targets = [
    target('p95 of first pages, reports and histories, the slowest of them', slowest, mostP95Ratio),
    target('documents that MongoDB examines for them, the most', documents, mostDocumentsRatio),
  ]
  const title = `Lists, charts and histories at ${number(orders.few)} and at ${number(orders.many)} orders`
  return [
    { title: 'Targets of growth', rows: targets },
    {
      title,
      about:
        `Milliseconds at the gateway of each shop, alternately and one call at a time, ${rounds} calls, ${passes} ${passes === 1 ? 'time' : 'times'}; ` +
        'documents that MongoDB examines for one call.',
      rows: calls.map(({ what, few, many, p95Ratio }) => ({
        call: what,
        'p50, few': show(few.p50Ms),
        'p50, many': show(many.p50Ms),
        'p95, few': show(few.p95Ms),
        'p95, many': show(many.p95Ms),
        'ratio of p95': show(p95Ratio),
        'documents, few': number(few.examined),
        'documents, many': number(many.examined),
      })),
    },
    { title: 'What was filled in', rows: amounts },
  ]
}

function target(promise: string, ratio: number, most: number): Record<string, string> {
  const kept = ratio <= most ? 'yes' : 'no'
  return { promise, target: `at most ${most} times`, measured: `${number(ratio)} times`, kept }
}
