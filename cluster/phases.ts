import type { Journal } from '../soak/journal.ts'
import type { Tally } from '../soak/people/caller.ts'

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
