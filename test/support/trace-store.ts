import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'

/** One span, with the name of the service that sent it. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  service: string
  name: string
  kind: string
  failed: boolean
  attributes: Record<string, string>
}

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: string | number; boolValue?: boolean }
}
interface OtlpExport {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        attributes: OtlpAttribute[]
        status: { code?: number }
      }[]
    }[]
  }[]
}

// The numbers of span kinds in OTLP.
const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']
const errorStatus = 2

/** A collector for tests: accepts OTLP/HTTP in JSON at `url` and keeps every span. */
export async function startTraceStore() {
  const spans: Span[] = []
  const server = createServer(async (req, res) => {
    const body = req.headers['content-encoding'] === 'gzip' ? req.pipe(createGunzip()) : req
    spans.push(...spansOf((await json(body)) as OtlpExport))
    res.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, spans, close: () => void server.close() }
}

const spansOf = ({ resourceSpans }: OtlpExport): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = valuesOf(resource.attributes)['service.name'] ?? 'unknown'
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        service,
        name,
        kind: kinds[kind] ?? 'unspecified',
        failed: status.code === errorStatus,
        attributes: valuesOf(attributes),
      })),
    )
  })

const valuesOf = (attributes: OtlpAttribute[]): Record<string, string> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      String(value.stringValue ?? value.intValue ?? value.boolValue ?? ''),
    ]),
  )
