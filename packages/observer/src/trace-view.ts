import type { Span } from './span.ts'

/** A trace in a line of the list. */
export interface TraceSummary {
  traceId: string
  /** ISO 8601. */
  startedAt: string
  /** Of its first span; of the earliest one that is here, where the first has not come (yet). */
  name: string
  service: string
  services: string[]
  spans: number
  errors: number
  durationMs: number
}

/** A span at its place in the waterfall. */
export interface TraceRow extends Span {
  /** 0 for the first span. */
  depth: number
  /** From the start of the trace. */
  offsetMs: number
  /** Its parent is named and not here: it comes later, or is gone. */
  isOrphan: boolean
}

/** A whole trace: its line of the list, and its spans as a tree, parents before children. */
export interface TraceView extends TraceSummary {
  rows: TraceRow[]
}

/** A trace in a line. There is at least one span. */
export function summarise(spans: Span[]): TraceSummary {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const byStart = spans.toSorted((a, b) => a.startMs - b.startMs)
  const root =
    byStart.find(({ parentSpanId }) => parentSpanId === undefined) ??
    byStart.find(({ parentSpanId }) => !known.has(parentSpanId ?? '')) ??
    byStart[0]
  const startMs = byStart[0]?.startMs ?? 0
  return {
    traceId: root?.traceId ?? '',
    startedAt: new Date(startMs).toISOString(),
    name: root?.name ?? '',
    service: root?.service ?? '',
    services: [...new Set(byStart.map(({ service }) => service))],
    spans: spans.length,
    errors: spans.filter(({ failed }) => failed).length,
    durationMs: round(
      spans.reduce((end, span) => Math.max(end, span.startMs + span.durationMs), startMs) - startMs,
    ),
  }
}

/**
 * A trace as a tree in rows. Spans whose parent is not here stand at the top; parents in a circle, which only a broken
 * sender makes, are cut.
 */
export function viewTrace(spans: Span[]): TraceView {
  const summary = summarise(spans)
  const byStart = spans.toSorted((a, b) => a.startMs - b.startMs)
  const startMs = byStart[0]?.startMs ?? 0
  const known = new Set(spans.map(({ spanId }) => spanId))
  const children = Map.groupBy(byStart, ({ parentSpanId }) => parentSpanId ?? '')
  const tops = byStart.filter(({ parentSpanId }) => !known.has(parentSpanId ?? ''))
  const placed = new Set<string>()
  const rows: TraceRow[] = []
  for (const top of [...tops, ...byStart]) {
    // A list in place of recursion: a chain may be long.
    const waiting = [{ span: top, depth: 0 }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { span, depth } = next
      if (placed.has(span.spanId)) continue
      placed.add(span.spanId)
      rows.push({
        ...span,
        depth,
        offsetMs: round(span.startMs - startMs),
        durationMs: round(span.durationMs),
        isOrphan: span.parentSpanId !== undefined && !known.has(span.parentSpanId),
      })
      const below = (children.get(span.spanId) ?? []).map((child) => ({ span: child, depth: depth + 1 }))
      waiting.push(...below.toReversed())
    }
  }
  return { ...summary, rows }
}

const round = (ms: number) => Math.round(ms * 1_000) / 1_000
