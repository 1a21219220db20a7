import type { ConsumeMessage } from 'amqplib'
import { describe, expect, test } from 'vitest'
import { asyncApiDocument } from '../../packages/api-docs/src/index.ts'
import { type EventsDocument, readEvents } from '../support/wire-events.ts'

const problemsWith = readEvents(asyncApiDocument() as unknown as EventsDocument)

const id = '65f0c0ffee65f0c0ffee65f0'
const data = { contactId: id, ownerId: id, created: true, savedAt: '2026-01-31T12:00:00.000Z' }
const event = {
  specversion: '1.0',
  id: 'e1',
  source: 'contact',
  type: 'contact-saved',
  time: '2026-01-31T12:00:00.000Z',
  subject: id,
  datacontenttype: 'application/json',
  data,
}
const properties = { contentType: 'application/cloudevents+json', deliveryMode: 2, messageId: 'e1' }

/** The differences between the document and the event that a target was saved. */
const problemsOf = (changed: object, props: object = {}, routingKey = 'contact-saved') =>
  problemsWith({
    fields: { routingKey },
    properties: { ...properties, ...props },
    content: Buffer.from(JSON.stringify({ ...event, ...changed })),
  } as ConsumeMessage)

describe('a message compared with the document', () => {
  test('when it is as documented then there is no difference', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })).toEqual([])
  })

  test.each<[string, object, RegExp]>([
    ['comes from another service', { source: 'order' }, /^\/source must be equal/],
    ['has another type', { type: 'order-paid' }, /^\/type must be equal/],
    ['has an additional attribute', { tenant: 'x' }, /additional properties/],
    ['has no time', { time: undefined }, /required property 'time'/],
    ['has an additional field', { data: { ...data, name: 'Ann' } }, /^\/data must NOT have additional/],
    ['has an invalid value', { data: { ...data, savedAt: 'today' } }, /^\/data\/savedAt must match format/],
  ])('when the event %s then a difference says so', (_what, changed, difference) => {
    expect(problemsOf(changed)).toEqual([expect.stringMatching(difference)])
  })

  test('when its envelope is different then a difference says so', () => {
    expect(problemsOf({}, { contentType: 'application/json' })).toEqual(['comes as application/json'])
    expect(problemsOf({}, { deliveryMode: 1 })).toEqual(['is not persistent'])
    expect(problemsOf({}, { messageId: 'e2' })).toEqual(['has another id in its envelope'])
    expect(problemsOf({}, {}, 'contact-lost')).toEqual(['is not documented'])
  })
})
