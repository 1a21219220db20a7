import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOffSampler, BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { RequestHandler, Response } from 'express'

/** Traces of a process. */
export interface Tracing {
  /** Whether spans are exported. Expensive measurements run only then. */
  exports: boolean
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/**
 * Sets up W3C trace context for the process: a trace received by HTTP or with an event is continued in outgoing calls
 * and events. If `OTEL_EXPORTER_OTLP_ENDPOINT` is set, spans are sent there by OTLP/HTTP in the background, and the
 * usual `OTEL_...` variables (a sampler, headers) apply. Otherwise the logs have trace ids and nothing is recorded.
 */
export async function startTracing(service: string, endpoint: string | undefined): Promise<Tracing> {
  if (endpoint === undefined) {
    new NodeTracerProvider({ sampler: new AlwaysOffSampler() }).register()
    return { exports: false, stop: async () => {} }
  }
  // Loaded only where it is used: most processes on a developer's machine never need it.
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'prankpost' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: 1_000 })],
  })
  provider.register()
  // A collector that is unavailable must not delay the end of a process.
  return { exports: true, stop: () => provider.shutdown().catch(() => undefined) }
}

/** Runs a request in a server span of the caller's trace. */
export const traceRequests: RequestHandler = (req, res, next) => {
  const parent = propagation.extract(context.active(), req.headers)
  // Fetched for each request: a tracer from before the setup may belong to another copy of the API module.
  const tracer = trace.getTracer('prankpost.http')
  const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER }, parent)
  if (span.isRecording()) res.on('close', () => endServerSpan(span, req.method, res))
  context.with(trace.setSpan(parent, span), next)
}

/** Names the span by the route pattern, never by the address, which may contain ids and user input. */
function endServerSpan(span: Span, method: string, { locals, statusCode, req }: Response): void {
  const route: string = locals.route ?? 'unknown'
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': statusCode,
    'prankpost.request_id': String(req.id ?? ''),
    ...(locals.userId && { 'enduser.id': locals.userId }),
  })
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Runs a call to another process in a client span. */
export function inClientSpan<T>(
  name: string,
  attributes: Record<string, string>,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const tracer = trace.getTracer('prankpost.client')
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
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

/** A call to another party whose library reports it after it has ended. */
export interface PastCall {
  name: string
  attributes: Record<string, string | number>
  startedAt: Date
  endedAt: Date
  failed: boolean
}

/** Records a client span for a call that has ended. */
export function noteClientCall({ name, attributes, startedAt, endedAt, failed }: PastCall): void {
  const tracer = trace.getTracer('prankpost.client')
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: startedAt })
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endedAt)
}

/** Headers that propagate the current trace to another service. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier
}
