import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** The W3C `traceparent` of what is going on now, to be kept with an event; undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** Runs `work` as a consumer span of the trace that the event was emitted in. */
export function inConsumerSpan<T>(
  name: string,
  traceparent: string | undefined,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = propagation.extract(context.active(), traceparent ? { traceparent } : {})
  // Asked for each time: a tracer from before the set-up may belong to another copy of the API module.
  const tracer = trace.getTracer('prankpost.messaging')
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER }, parent, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
