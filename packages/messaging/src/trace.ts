import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** The W3C `traceparent` of what is going on now, to be kept with an event; undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/**
 * Goes on in a trace that was kept: what `work` emits belongs to it, and the present span is linked to it.
 * Without one nothing changes.
 */
export function inTraceOf<T>(traceparent: string | null | undefined, work: () => T): T {
  if (!traceparent) return work()
  const kept = propagation.extract(context.active(), { traceparent })
  const from = trace.getSpanContext(kept)
  if (from !== undefined) trace.getActiveSpan()?.addLink({ context: from })
  return context.with(kept, work)
}

/**
 * Publishes within a producer span of the trace that the event was emitted in; `publish` gets the traceparent
 * that its reader is to go on from.
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

/** Runs `work` as a consumer span of the trace that the event was emitted in. */
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
  // Asked for each time: a tracer from before the set-up may belong to another copy of the API module.
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
