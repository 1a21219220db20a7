import type { Sample } from './prometheus-text.ts'

/** What one look at a process's /metrics says, summed over routes and events. Counts are since its start. */
export interface Snapshot {
  atMs: number
  /** When the process started; another value means that all counts began anew. Seconds since 1970. */
  startedAtSeconds: number | undefined
  requests: number
  /** Requests answered with 5xx. */
  failures: number
  /** Requests that took up to so many seconds; the last bound is Infinity. */
  buckets: { upToSeconds: number; requests: number }[]
  residentBytes: number | undefined
  /** The 99th percentile since the last look. */
  eventLoopLagSeconds: number | undefined
  /** undefined: it has no outbox, or its database does not answer. */
  outboxDocuments: number | undefined
  outboxOldestSeconds: number | undefined
  /** Deliveries of events by outcome: handled, retried, dead; undefined: it reads none. */
  consumed: Record<string, number> | undefined
}

/** Sums up what a process shows. The names are those of service-kit, messaging and prom-client. */
export function takeSnapshot(samples: Sample[], atMs: number): Snapshot {
  const byName = Map.groupBy(samples, ({ name }) => name)
  const series = (name: string) => (byName.get(name) ?? []).filter(({ value }) => !Number.isNaN(value))
  const one = (name: string) => series(name)[0]?.value
  const requests = series('http_request_seconds_count')
  const outboxes = series('outbox_documents')
  const deliveries = series('events_consumed_total')
  return {
    atMs,
    startedAtSeconds: one('process_start_time_seconds'),
    requests: sum(requests),
    failures: sum(requests.filter(({ labels }) => labels.status?.startsWith('5'))),
    buckets: bucketsOf(series('http_request_seconds_bucket')),
    residentBytes: one('process_resident_memory_bytes'),
    eventLoopLagSeconds: one('nodejs_eventloop_lag_p99_seconds'),
    outboxDocuments: outboxes.length === 0 ? undefined : sum(outboxes),
    outboxOldestSeconds: largest(series('outbox_oldest_seconds')),
    consumed: deliveries.length === 0 ? undefined : sumBy(deliveries, 'outcome'),
  }
}

const sum = (samples: Sample[]) => samples.reduce((total, { value }) => total + value, 0)

const largest = (samples: Sample[]) =>
  samples.length === 0 ? undefined : Math.max(...samples.map(({ value }) => value))

function sumBy(samples: Sample[], label: string): Record<string, number> {
  const groups = Object.groupBy(samples, ({ labels }) => labels[label] ?? '')
  return Object.fromEntries(Object.entries(groups).map(([key, group = []]) => [key, sum(group)]))
}

function bucketsOf(samples: Sample[]): Snapshot['buckets'] {
  const bounds = Map.groupBy(samples, ({ labels }) => labels.le ?? '')
  return [...bounds]
    .map(([le, group]) => ({ upToSeconds: le === '+Inf' ? Infinity : Number(le), requests: sum(group) }))
    .toSorted((a, b) => a.upToSeconds - b.upToSeconds)
}
