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

/** An event as a handler gets it: CloudEvents' attributes, with the payload parsed. */
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
  /** Names the version of the payload after the first; whoever publishes it passes it on as it is. */
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

/** Parses what came over the wire as event `type`, of whichever version. @throws when envelope or payload do not fit the contract */
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
