import { funnelSteps, prankSteps, type VisitSource } from '@prankpost/contracts'
import type { FunnelDay, PrankCounts, SourceCounts } from './funnel.model.ts'

/** The counts of several days. */
export class FunnelSum {
  readonly sources = new Map<VisitSource, SourceCounts>()
  readonly pranks = new Map<string, PrankCounts>()

  /** Adds a day; of a prank, the name of the day that is added last is kept. */
  add({ sources = {}, pranks = {} }: FunnelDay): this {
    for (const [source, counts] of Object.entries(sources) as [VisitSource, SourceCounts][]) {
      this.sources.set(source, addUp(funnelSteps, counts, this.sources.get(source)))
    }
    for (const [id, counts] of Object.entries(pranks)) {
      this.pranks.set(id, { name: counts.name, ...addUp(prankSteps, counts, this.pranks.get(id)) })
    }
    return this
  }

  /** The sum of all sources. */
  get total(): SourceCounts {
    return [...this.sources.values()].reduce((sum, counts) => addUp(funnelSteps, counts, sum), {})
  }
}

function addUp<Step extends string>(
  steps: readonly Step[],
  counts: Partial<Record<Step, number>>,
  sum: Partial<Record<Step, number>> = {},
): Partial<Record<Step, number>> {
  const added: Partial<Record<Step, number>> = {}
  for (const step of steps) added[step] = (sum[step] ?? 0) + (counts[step] ?? 0)
  return added
}
