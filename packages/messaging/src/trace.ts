import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** The W3C `traceparent` of the current trace, to be stored with an event; undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/**
 * Continues a stored trace: the events that `work` emits belong to it, and the current span is linked to it. Without a
 * traceparent it only runs `work`.
 */
export function inTraceOf<T>(traceparent: string | null | undefined, work: () => T): T {
  if (!traceparent) return work()
  const kept = propagation.extract(context.active(), { traceparent })
  const from = trace.getSpanContext(kept)
  if (from !== undefined) trace.getActiveSpan()?.addLink({ context: from })
  return context.with(kept, work)
}

/**
 * Publishes in a producer span of the trace in which the event was emitted. `publish` receives the traceparent that the
 * reader continues.
 */
export function inProducerSpan<T>(
  event: string,
  traceparent: string | undefined,
  publish: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  return inSpan(`publish ${event}`, SpanKind.PRODUCER, event, traceparent, () =>
    publish(currentTraceparent()),
  )
}

/** Runs `work` in a consumer span of the trace in which the event was emitted. */
export function inConsumerSpan<T>(
  { service, event, subject }: { service: string; event: string; subject: string },
  traceparent: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return inSpan(`${service} ${event}`, SpanKind.CONSUMER, event, traceparent, (span) => {
    span.setAttribute('prankpost.subject', subject)
    return work()
  })
}

function inSpan<T>(
  name: string,
  kind: SpanKind,
  event: string,
  traceparent: string | undefined,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = propagation.extract(context.active(), traceparent ? { traceparent } : {})
  const attributes = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': event }
  // Fetched each time: a tracer from before the setup may belong to another copy of the API module.
  const tracer = trace.getTracer('prankpost.messaging')
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
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
