import { context, propagation, SpanKind, trace } from '@opentelemetry/api'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { RequestHandler } from 'express'

/** Sets up W3C trace context for the process: what comes in by HTTP or event goes on with what goes out. */
export function startTracing(): void {
  new NodeTracerProvider().register()
}

/** Runs a request within a server span of the caller's trace. */
export const traceRequests: RequestHandler = (req, res, next) => {
  const parent = propagation.extract(context.active(), req.headers)
  // Asked for on each request: a tracer from before the set-up may belong to another copy of the API module.
  const tracer = trace.getTracer('prankpost.http')
  const span = tracer.startSpan(`${req.method}`, { kind: SpanKind.SERVER }, parent)
  res.on('close', () => span.end())
  context.with(trace.setSpan(parent, span), next)
}

/** Headers that carry the present trace to another service. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier
}
