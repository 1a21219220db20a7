import { randomBytes } from 'node:crypto'

/** A new id of a trace or, with 8 bytes, of a span. */
export const newId = (bytes: 8 | 16 = 16): string => randomBytes(bytes).toString('hex')

interface TestSpan {
  traceId: string
  spanId?: string
  parentSpanId?: string
  name?: string
  kind?: number
  /** From the start of the trace. */
  atMs?: number
  durationMs?: number
  failed?: boolean
  attributes?: Record<string, string | number>
  links?: { traceId: string; spanId: string }[]
}

const startMs = Date.now()

/** A span in OTLP's JSON, as OpenTelemetry's exporters write it. */
export function span({ atMs = 0, durationMs = 10, failed = false, attributes = {}, ...rest }: TestSpan) {
  return {
    spanId: newId(8),
    name: 'GET /api/pranks',
    kind: 2,
    ...rest,
    startTimeUnixNano: nanoseconds(startMs + atMs),
    endTimeUnixNano: nanoseconds(startMs + atMs + durationMs),
    attributes: keyValues(attributes),
    droppedAttributesCount: 0,
    status: { code: failed ? 2 : 0, ...(failed && { message: 'told to mail pat@example.com' }) },
  }
}

/** A request of one service's exporter. */
export function exportOf(service: string, spans: unknown[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues({ 'service.name': service, 'host.name': 'a-machine' }) },
        scopeSpans: [{ scope: { name: 'prankpost.http' }, spans }],
      },
    ],
  }
}

const nanoseconds = (ms: number) => `${Math.round(ms * 1_000)}000`

const keyValues = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }))
