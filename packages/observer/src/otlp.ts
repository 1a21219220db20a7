import { z } from 'zod'
import { isAllowed } from './allowed-attributes.ts'
import { type Span, spanKinds } from './span.ts'

// The JSON mapping of OTLP (opentelemetry.io/docs/specs/otlp): ids in hex, 64-bit numbers as text or number, enums as
// numbers, what is not known is passed over.
const nanoseconds = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()])
  .transform((value) => Number(BigInt(value) / 1_000n) / 1_000)

const hexId = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${digits}}$`, 'i'))
    .refine((id) => /[^0]/.test(id), 'An id of zeros names nothing.')
    .transform((id) => id.toLowerCase())

const attributesSchema = z
  .array(
    z.object({
      key: z.string(),
      value: z
        .object({
          stringValue: z.string().nullish(),
          intValue: z.union([z.string(), z.number()]).nullish(),
          doubleValue: z.union([z.string(), z.number()]).nullish(),
          boolValue: z.boolean().nullish(),
        })
        .nullish(),
    }),
  )
  .nullish()
  .transform((list) => list ?? [])

type Attributes = z.infer<typeof attributesSchema>

const spanSchema = z.object({
  traceId: hexId(32),
  spanId: hexId(16),
  parentSpanId: z.union([z.literal('').transform(() => undefined), hexId(16)]).nullish(),
  name: z.string().nullish(),
  kind: z.int().min(0).max(5).nullish(),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: attributesSchema,
  status: z.object({ code: z.int().nullish() }).nullish(),
  links: z
    .array(z.object({ traceId: hexId(32), spanId: hexId(16) }))
    .nullish()
    .transform((list) => list ?? []),
})

const exportSchema = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: attributesSchema }).nullish(),
        scopeSpans: z.array(z.object({ spans: z.array(spanSchema).nullish() })).nullish(),
      }),
    )
    .nullish(),
})

const errorStatus = 2
const longestName = 200
const longestValue = 300
const mostLinks = 16

/**
 * The spans of an OTLP ExportTraceServiceRequest in JSON, without what is not to be kept.
 * @throws {z.ZodError} when it is none
 */
export function readExport(body: unknown): Span[] {
  return (exportSchema.parse(body).resourceSpans ?? []).flatMap(({ resource, scopeSpans }) => {
    const service = cut(textOf(resource?.attributes ?? [], 'service.name') || 'unknown', 60)
    return (scopeSpans ?? []).flatMap(({ spans }) => (spans ?? []).map((span) => toSpan(service, span)))
  })
}

function toSpan(service: string, span: z.infer<typeof spanSchema>): Span {
  const { traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano } = span
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId ?? undefined,
    service,
    name: cut(name || 'without a name', longestName),
    kind: spanKinds[kind ?? 0] ?? 'internal',
    startMs: startTimeUnixNano,
    durationMs: Math.max(0, endTimeUnixNano - startTimeUnixNano),
    failed: span.status?.code === errorStatus,
    attributes: keepAllowed(span.attributes),
    links: span.links.slice(0, mostLinks),
  }
}

function keepAllowed(attributes: Attributes): Record<string, string> {
  const kept = attributes.flatMap(({ key, value }) => {
    const text = isAllowed(key) && value ? scalar(value) : undefined
    return text === undefined ? [] : [[key, cut(text, longestValue)] as const]
  })
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const textOf = (attributes: Attributes, name: string) =>
  attributes.find(({ key }) => key === name)?.value?.stringValue

function scalar(value: NonNullable<Attributes[number]['value']>): string | undefined {
  const { stringValue, intValue, doubleValue, boolValue } = value
  const found = stringValue ?? intValue ?? doubleValue ?? boolValue
  return found === null || found === undefined ? undefined : String(found)
}

const cut = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text
