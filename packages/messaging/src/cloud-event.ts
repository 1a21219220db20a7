import { type EventData, type EventName, events, readEventData } from '@prankpost/contracts'
import { z } from 'zod'

export const cloudEventsContentType = 'application/cloudevents+json'

const envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1).max(100),
  source: z.string(),
  type: z.string(),
  time: z.iso.datetime(),
  subject: z.string(),
  datacontenttype: z.literal('application/json'),
  dataschema: z.string().optional(),
  traceparent: z.string().optional(),
  data: z.unknown(),
})

/** An event as a handler receives it: the CloudEvents attributes and the parsed payload. */
export interface CloudEvent<N extends EventName> {
  id: string
  source: string
  type: N
  time: Date
  /** Id of the aggregate that changed. */
  subject: string
  traceparent: string | undefined
  data: EventData<N>
}

/** An event that waits in its document's outbox. */
export interface OutboxEntry {
  id: string
  type: EventName
  subject: string
  time: Date
  traceparent?: string | undefined
  /** The version of the payload, from the second version on; the relay publishes it unchanged. */
  dataschema?: string
  data: unknown
}

/** The structured JSON form (CloudEvents 1.0) of an outbox entry. */
export function toWire(source: string, entry: OutboxEntry): Buffer {
  return Buffer.from(
    JSON.stringify({
      specversion: '1.0',
      id: entry.id,
      source,
      type: entry.type,
      time: entry.time.toISOString(),
      subject: entry.subject,
      datacontenttype: 'application/json',
      dataschema: entry.dataschema,
      traceparent: entry.traceparent,
      data: entry.data,
    }),
  )
}

/** Parses a message as event `type`, of any version. @throws when envelope or payload do not match the contract */
export function fromWire<N extends EventName>(type: N, content: Buffer): CloudEvent<N> {
  const event = envelope.parse(JSON.parse(content.toString('utf8')))
  const { owner } = events[type]
  if (event.type !== type) throw new Error(`expected ${type}, got ${event.type}`)
  if (event.source !== owner) throw new Error(`${type} belongs to ${owner}, got it from ${event.source}`)
  return {
    id: event.id,
    source: event.source,
    type,
    time: new Date(event.time),
    subject: event.subject,
    traceparent: event.traceparent,
    data: readEventData(type, event.dataschema, event.data),
  }
}
