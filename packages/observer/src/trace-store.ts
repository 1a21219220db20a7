import type { Span } from './span.ts'

/** How much is kept at most. When one is reached, the trace that was quiet for longest goes. */
export interface Bounds {
  traces: number
  spans: number
  /** Of one trace; what comes after that is refused. */
  spansPerTrace: number
  /** Estimated, of all texts. */
  bytes: number
}

/** What a store keeps where nobody says otherwise. */
const defaultBounds: Bounds = {
  traces: 500,
  spans: 20_000,
  spansPerTrace: 2_000,
  bytes: 16 * 1024 * 1024,
}

/** What is kept, and what was let go, since the start. */
export interface StoreState {
  traces: number
  spans: number
  bytes: number
  evictedTraces: number
  refusedSpans: number
}

/** The last traces, in memory. */
export interface TraceStore {
  /** Keeps spans, whatever order they come in; one that is known already changes nothing. Answers how many it refused. */
  add(spans: Span[]): number
  /** The spans of a trace; undefined when it is not, or no longer, kept. */
  get(traceId: string): Span[] | undefined
  /** The spans of each trace. */
  all(): Span[][]
  state(): StoreState
}

interface Trace {
  spans: Map<string, Span>
  bytes: number
}

/** Makes an empty store. Its memory stays within its bounds, whatever comes. */
export function createTraceStore(bounds: Bounds = defaultBounds): TraceStore {
  // In the order of their latest spans: the first is the one that was quiet for longest.
  const traces = new Map<string, Trace>()
  const state = { spans: 0, bytes: 0, evictedTraces: 0, refusedSpans: 0 }

  function keep(span: Span): boolean {
    const trace = traces.get(span.traceId) ?? { spans: new Map(), bytes: 0 }
    if (trace.spans.has(span.spanId)) return true
    if (trace.spans.size >= bounds.spansPerTrace) return false
    const bytes = sizeOf(span)
    trace.spans.set(span.spanId, span)
    trace.bytes += bytes
    state.spans += 1
    state.bytes += bytes
    traces.delete(span.traceId)
    traces.set(span.traceId, trace)
    return true
  }

  function evict(): void {
    for (const [traceId, trace] of traces) {
      const isFull = traces.size > bounds.traces || state.spans > bounds.spans || state.bytes > bounds.bytes
      if (!isFull) return
      traces.delete(traceId)
      state.spans -= trace.spans.size
      state.bytes -= trace.bytes
      state.evictedTraces += 1
    }
  }

  return {
    add(spans) {
      let refused = 0
      for (const span of spans) {
        if (!keep(span)) refused += 1
        evict()
      }
      state.refusedSpans += refused
      return refused
    },
    get: (traceId) => spansOf(traces.get(traceId)),
    all: () => [...traces.values()].map(({ spans }) => [...spans.values()]),
    state: () => ({ traces: traces.size, ...state }),
  }
}

const spansOf = (trace: Trace | undefined) => (trace ? [...trace.spans.values()] : undefined)

/** What an object with its maps and numbers takes beside its texts, roughly. */
const overheadBytes = 400

function sizeOf({ name, service, attributes, links }: Span): number {
  const texts = Object.entries(attributes).reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return overheadBytes + 2 * (name.length + service.length + texts) + 150 * links.length
}
