import { LRUCache } from 'lru-cache'
import { Gauge } from 'prom-client'

/** Every replica is scraped several times a minute, but these figures are viewed over hours. */
const cacheMs = 60_000

/** Figures that are read from the database when metrics are scraped, at most once a minute. */
export interface StateGauges<N extends string> {
  /** The name and help text of each gauge. */
  gauges: Record<N, { name: string; help: string; label?: string }>
  /** Reads all of them at once; a gauge with a label has one figure for each label value. */
  read: () => Promise<Record<N, number | Record<string, number>>>
}

/**
 * Registers gauges for the state of a service's database. Every replica reports the same figures: a query takes the
 * maximum. While the database is unavailable the figures are NaN; other metrics are not affected.
 */
export function showState<N extends string>({ gauges, read }: StateGauges<N>): void {
  const cache = new LRUCache<'figures', Record<N, number | Record<string, number>>>({
    max: 1,
    ttl: cacheMs,
    fetchMethod: read,
  })
  for (const [key, { name, help, label }] of Object.entries(gauges) as [N, StateGauges<N>['gauges'][N]][]) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      async collect() {
        const figures = await cache.fetch('figures').catch(() => undefined)
        const figure = figures?.[key] ?? Number.NaN
        if (typeof figure === 'number') return label === undefined ? this.set(figure) : this.reset()
        for (const [value, count] of Object.entries(figure)) this.set({ [label ?? '']: value }, count)
      },
    })
  }
}
