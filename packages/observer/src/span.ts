/** What a span stands for, in OTLP's order of numbers. */
export const spanKinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const

/** One step of a trace, as it is kept: bounded texts, and only attributes of the allowlist. */
export interface Span {
  traceId: string
  spanId: string
  /** undefined: the first of its trace. */
  parentSpanId: string | undefined
  service: string
  name: string
  kind: (typeof spanKinds)[number]
  /** Since 1970, with microseconds behind the point. */
  startMs: number
  durationMs: number
  failed: boolean
  attributes: Record<string, string>
  /** Other traces that this one has to do with. */
  links: { traceId: string; spanId: string }[]
}
