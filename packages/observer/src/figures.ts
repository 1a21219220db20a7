import type { Snapshot } from './snapshot.ts'

/** What the page says about a process. Absent values are null: not known yet, or there are none. */
export interface Figures {
  /** How long the time is that rates and percentiles are of: up to a minute, since somebody looked. */
  windowSeconds: number
  requestsPerSecond: number | null
  /** Share of requests answered with 5xx, 0 to 1; null without requests. */
  errorRate: number | null
  p50Ms: number | null
  p95Ms: number | null
  residentBytes: number | null
  eventLoopLagMs: number | null
  outboxDocuments: number | null
  outboxOldestSeconds: number | null
  /** Since the process started. */
  consumed: Record<string, number> | null
  /** Events that ended dead here since the process started. */
  deadLetters: number | null
}

/** What two looks at a process say about the time between them; with one look there is no rate. */
export function figuresBetween(earlier: Snapshot | undefined, latest: Snapshot): Figures {
  const isSame = earlier !== undefined && earlier.startedAtSeconds === latest.startedAtSeconds
  const from = isSame && earlier.atMs < latest.atMs ? earlier : undefined
  const windowSeconds = from ? (latest.atMs - from.atMs) / 1_000 : 0
  const requests = from ? latest.requests - from.requests : 0
  const buckets = from ? growth(from.buckets, latest.buckets) : []
  return {
    windowSeconds,
    requestsPerSecond: from ? requests / windowSeconds : null,
    errorRate: from && requests > 0 ? (latest.failures - from.failures) / requests : null,
    p50Ms: quantileMs(0.5, buckets),
    p95Ms: quantileMs(0.95, buckets),
    residentBytes: latest.residentBytes ?? null,
    eventLoopLagMs: latest.eventLoopLagSeconds === undefined ? null : latest.eventLoopLagSeconds * 1_000,
    outboxDocuments: latest.outboxDocuments ?? null,
    outboxOldestSeconds: latest.outboxOldestSeconds ?? null,
    consumed: latest.consumed ?? null,
    deadLetters: latest.consumed ? (latest.consumed.dead ?? 0) : null,
  }
}

type Buckets = Snapshot['buckets']

function growth(from: Buckets, to: Buckets): Buckets {
  const before = new Map(from.map(({ upToSeconds, requests }) => [upToSeconds, requests]))
  return to.map(({ upToSeconds, requests }) => ({
    upToSeconds,
    requests: requests - (before.get(upToSeconds) ?? 0),
  }))
}

/** As Prometheus' histogram_quantile: evenly spread within a bucket; above the last bound, that bound. */
function quantileMs(quantile: number, buckets: Buckets): number | null {
  const total = buckets.at(-1)?.requests ?? 0
  if (total <= 0) return null
  const wanted = quantile * total
  const index = buckets.findIndex(({ requests }) => requests >= wanted)
  const upper = buckets[index]
  const lower = buckets[index - 1] ?? { upToSeconds: 0, requests: 0 }
  if (upper === undefined || upper.upToSeconds === Infinity) return lower.upToSeconds * 1_000
  const share = (wanted - lower.requests) / (upper.requests - lower.requests)
  return (lower.upToSeconds + (upper.upToSeconds - lower.upToSeconds) * share) * 1_000
}
