import { Counter, Gauge, Histogram } from 'prom-client'

/** Events confirmed by the broker, by name. */
export const publishedTotal = new Counter({
  name: 'events_published_total',
  help: 'Events confirmed by the broker',
  labelNames: ['event'],
})

/** Publish attempts that failed and wait for the relay's next round. */
export const publishFailuresTotal = new Counter({
  name: 'events_publish_failures_total',
  help: 'Publish attempts that failed and will be repeated',
  labelNames: ['event'],
})

/** Deliveries by outcome: handled, retried, held (for the database), dead. */
export const consumedTotal = new Counter({
  name: 'events_consumed_total',
  help: 'Deliveries by event and outcome',
  labelNames: ['event', 'outcome'],
})

/** Seconds that a handler took, by event. */
export const handlerSeconds = new Histogram({
  name: 'event_handler_seconds',
  help: 'Time spent in the handler of an event',
  labelNames: ['event'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
})

/** Seconds from the write of an event to the end of its handling here. */
export const eventLagSeconds = new Histogram({
  name: 'event_lag_seconds',
  help: 'Time from the write of an event to the end of its handling',
  labelNames: ['event'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
})

/** The unpublished events of a collection: the number of documents, and the age of the oldest event in seconds. */
export interface OutboxBacklog {
  documents: number
  oldestSeconds: number
}

const outboxes = new Map<string, () => Promise<OutboxBacklog>>()

/** Registers `check`, which returns the backlog of a collection's outboxes; it is called at each scrape. */
export function measureOutbox(collection: string, check: () => Promise<OutboxBacklog>): void {
  outboxes.set(collection, check)
}

/** Registers a gauge with one figure of each outbox; NaN while the database is unavailable. */
function gaugeOf(figure: keyof OutboxBacklog, name: string, help: string): void {
  new Gauge({
    name,
    help,
    labelNames: ['collection'],
    async collect() {
      for (const [collection, check] of outboxes) {
        this.set({ collection }, (await check().catch(() => null))?.[figure] ?? Number.NaN)
      }
    },
  })
}

gaugeOf(
  'documents',
  'outbox_documents',
  'Documents with events that are not confirmed by the broker yet (counted up to 10000)',
)
gaugeOf(
  'oldestSeconds',
  'outbox_oldest_seconds',
  'Age of the oldest event that is not confirmed by the broker yet (among up to 10000 documents)',
)
