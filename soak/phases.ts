import type { Journal } from './journal.ts'
import type { Tally } from './people/caller.ts'

/** The results of the customers' and the operator's calls during one phase. */
export interface Phase {
  name: string
  seconds: number
  calls: number
  /** Calls that got no answer or a 5xx, by reason; all of them were retried. */
  failed: Record<string, number>
  orders: number
  longestSecondsWithoutOrder: number
}

/** Records the results of each phase. */
export function recordPhases(tally: Tally, journal: Journal) {
  const phases: Phase[] = []
  return {
    phases,
    async during<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = structuredClone(tally)
      const startedAt = Date.now()
      const gaps = watchOrders(journal)
      journal.note('phase begins', { name })
      try {
        return await work()
      } finally {
        journal.note('phase ends', { name })
        phases.push({
          name,
          seconds: (Date.now() - startedAt) / 1_000,
          calls: tally.calls - before.calls,
          failed: difference(tally.reasons, before.reasons),
          ...gaps.end(),
        })
      }
    },
  }
}

const pollMs = 100

function watchOrders({ placedOrders }: Journal) {
  const first = placedOrders()
  let known = first
  let since = Date.now()
  let longestMs = 0
  const poll = () => {
    const isMore = placedOrders() > known
    longestMs = Math.max(longestMs, Date.now() - since)
    if (isMore) [known, since] = [placedOrders(), Date.now()]
  }
  const timer = setInterval(poll, pollMs)
  return {
    end() {
      clearInterval(timer)
      poll()
      return { orders: placedOrders() - first, longestSecondsWithoutOrder: longestMs / 1_000 }
    },
  }
}

function difference(now: Record<string, number>, before: Record<string, number>): Record<string, number> {
  const more = Object.entries(now).map(([reason, count]) => [reason, count - (before[reason] ?? 0)] as const)
  return Object.fromEntries(more.filter(([, count]) => count > 0))
}

/** The phases as lines of a table, with a heading; those with the same name are one line. */
export const phaseTable = (phases: Phase[]): [name: string, figures: string][] => [
  ['phase', 'seconds   calls  orders  longest without an order  calls that failed, and were made again'],
  ...mergePhases(phases).map((phase): [string, string] => [phase.name, row(phase)]),
]

const row = ({ seconds, calls, orders, longestSecondsWithoutOrder, failed }: Phase) =>
  [
    seconds.toFixed(1).padStart(7),
    String(calls).padStart(8),
    String(orders).padStart(8),
    `${longestSecondsWithoutOrder.toFixed(1)} s`.padStart(26),
    `  ${list(failed)}`,
  ].join('')

function list(failed: Record<string, number>): string {
  const all = Object.values(failed).reduce((sum, count) => sum + count, 0)
  const reasons = Object.entries(failed).map(([reason, count]) => `${reason} ${count}`)
  return all === 0 ? '0' : `${all} (${reasons.join(', ')})`
}

/** Merges phases with the same name. */
function mergePhases(phases: Phase[]): Phase[] {
  return [...Map.groupBy(phases, ({ name }) => name)].map(([name, same]) => {
    const sum = (of: (phase: Phase) => number) => same.reduce((all, phase) => all + of(phase), 0)
    const failed: Record<string, number> = {}
    for (const phase of same)
      for (const [reason, count] of Object.entries(phase.failed))
        failed[reason] = (failed[reason] ?? 0) + count
    return {
      name,
      seconds: sum(({ seconds }) => seconds),
      calls: sum(({ calls }) => calls),
      failed,
      orders: sum(({ orders }) => orders),
      longestSecondsWithoutOrder: Math.max(...same.map((phase) => phase.longestSecondsWithoutOrder)),
    }
  })
}
