import { Gauge } from 'prom-client'

/** Every replica is scraped several times a minute, and such figures are looked at over hours. */
const keepMs = 60_000

/** Figures that are read from the database when metrics are asked for, at most once a minute. */
export interface StateGauges<N extends string> {
  /** Name and help text of each. */
  gauges: Record<N, { name: string; help: string; label?: string }>
  /** All of them at once; a figure with a label is one for each of its values. */
  read: () => Promise<Record<N, number | Record<string, number>>>
}

/**
 * Shows how things stand in a service's database. Every replica tells the same: a query takes the highest. Without the
 * database nothing is known (NaN), and other metrics show all the same.
 */
export function showState<N extends string>({ gauges, read }: StateGauges<N>): void {
  let kept: { answer: Promise<Record<N, number | Record<string, number>> | null>; until: number } | undefined
  const readKept = () => {
    if (kept === undefined || kept.until < Date.now()) {
      const answer = read().catch(() => null)
      kept = { answer, until: Date.now() + keepMs }
      void answer.then((figures) => {
        if (figures === null) kept = undefined
      })
    }
    return kept.answer
  }
  for (const [key, { name, help, label }] of Object.entries(gauges) as [N, StateGauges<N>['gauges'][N]][]) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      async collect() {
        const figure = (await readKept())?.[key] ?? Number.NaN
        if (typeof figure === 'number') return label === undefined ? this.set(figure) : this.reset()
        for (const [value, count] of Object.entries(figure)) this.set({ [label ?? '']: value }, count)
      },
    })
  }
}
