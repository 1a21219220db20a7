import { z } from 'zod'
import type { Span } from './span.ts'
import type { StoreState, TraceStore } from './trace-store.ts'
import { summarise, type TraceSummary } from './trace-view.ts'

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .transform((value) => value || undefined)
    .optional()

/** What of the traces is wanted; of a form, so that empty means not asked for. */
export const traceQuery = z.object({
  /** The beginning of a trace's id; or what an attribute says, or ends with: an order's id or number, a request's id. */
  q: text(64).transform((value) => value?.toLowerCase()),
  /** Only traces that this process had a part in. */
  service: text(60),
  /** Only traces with a failed span. */
  errors: z
    .enum(['1', ''])
    .optional()
    .transform((value) => value === '1'),
  limit: z.coerce.number().int().min(1).max(500).default(25),
})

/** A checked query. */
export type TraceQuery = z.infer<typeof traceQuery>

/** The newest traces that a query asks for. */
export interface FoundTraces {
  traces: TraceSummary[]
  /** How many there are under the query. */
  total: number
  /** The processes that have sent traces. */
  services: string[]
  held: StoreState
}

/** Looks for traces, newest first. */
export function findTraces(store: TraceStore, { q, service, errors, limit }: TraceQuery): FoundTraces {
  const all = store.all()
  const found = all
    .filter((spans) => q === undefined || spans.some((span) => tells(span, q)))
    .map(summarise)
    .filter(({ services }) => service === undefined || services.includes(service))
    .filter((trace) => !errors || trace.errors > 0)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  return {
    traces: found.slice(0, limit),
    total: found.length,
    services: [...new Set(all.flat().map(({ service }) => service))].toSorted(),
    held: store.state(),
  }
}

/** Shorter ends than an order's number would fit by chance. */
const shortestEnd = 8

function tells({ traceId, attributes }: Span, q: string): boolean {
  if (traceId.startsWith(q)) return true
  const values = Object.values(attributes).map((value) => value.toLowerCase())
  return values.some((value) => value === q || (q.length >= shortestEnd && value.endsWith(q)))
}
