import type { EventData } from '@prankpost/contracts'
import { brokerNames, listDeadLetters, type OutboxEntry } from '@prankpost/messaging'
import { eventOf, explainQueries, newCustomer, newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cart, emitters, item, startFixture } from './fixture.ts'

const fixture = await startFixture()
beforeAll(() => fixture.consume())
afterAll(() => fixture.close())

const pat = newCustomer()
const list = async (query: string) => (await fixture.operator('GET', `/api/admin/orders?${query}`)).body
let names = 0

async function newOrder(): Promise<string> {
  const items = [1, 2].map(() => item({ contactName: `Target no. ${++names}` }))
  const { body } = await fixture.call('POST', '/api/create-order-record', {
    as: pat,
    body: cart(9.98, items),
  })
  await fixture.operator('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'paid' })
  return body.orderId
}

async function deliver(entry: Omit<OutboxEntry, 'data'> & { data: unknown }) {
  const envelope = { ...entry, specversion: '1.0', source: 'fulfilment', datacontenttype: 'application/json' }
  const { events } = brokerNames(fixture.queuePrefix)
  const body = Buffer.from(JSON.stringify(envelope))
  await fixture.broker.publish(events, entry.type, body, { messageId: entry.id })
}

let drawnSoFar = 0
/** The event as fulfilment emits it, with a new reference for each parcel. */
function drawn(over: Partial<EventData<'parcel-references-drawn'>>, parcelIds: string[]) {
  const references = parcelIds.map((parcelId) => ({ parcelId, reference: newReference() }))
  const data = { shipmentId: newId(), orderId: null, invoiceId: null, references, ...over }
  return { references, event: emitters.fulfilment('parcel-references-drawn', data.shipmentId, data) }
}
const newReference = () =>
  (++drawnSoFar).toString(2).padStart(10, '0').replaceAll('0', 'G').replaceAll('1', 'Y')
const recorded = async (filter: object) => (await fixture.orders.findOne(filter).lean())?.references ?? []

describe("the references on an order's documents", () => {
  test('when they are announced twice then the operator sees them and can find the order by each', async () => {
    const orderId = await newOrder()
    await newOrder()
    const { event, references } = drawn({ orderId }, [`${orderId}-1`, `${orderId}-2`])
    const [first, second] = references.map(({ reference }) => reference)
    expect((await list(`q=${orderId}`)).items[0].items).toMatchObject([
      { reference: null },
      { reference: null },
    ])
    await deliver(event)
    await deliver(event)
    await until(async () => (await recorded({ _id: orderId })).length === 2)
    for (const q of [first, second, second?.toLowerCase(), ` ${first} `, `${first}&status=paid`]) {
      const found = await list(`q=${q}`)
      expect([q, found.total, found.items[0]?.id]).toEqual([q, 1, orderId])
      expect(found.items[0].items).toMatchObject([{ reference: first }, { reference: second }])
    }
    expect(await list(`q=${first}&status=shipped`)).toMatchObject({ items: [], total: 0 })
    expect(await list('q=GGGGGGGGGG')).toMatchObject({ items: [], total: 0 })
    const file = await fixture.operator('GET', `/api/admin/orders/export?q=${second}`)
    expect(file.body.split('\r\n')).toHaveLength(3)
  })

  test.each([
    ['in order', [0, 1]],
    ['twice', [0, 1, 0, 1]],
    ['the other way round', [1, 0]],
  ])(
    'when a parcel got another one, delivered %s, then it has the later one, and the others keep theirs',
    async (_how, order) => {
      const orderId = await newOrder()
      const first = drawn({ orderId }, [`${orderId}-1`, `${orderId}-2`])
      const later = drawn({ orderId }, [`${orderId}-1`])
      const events = [first.event, { ...later.event, time: new Date(Date.now() + 1_000) }]
      for (const index of order)
        await fixture.handlers['parcel-references-drawn'](eventOf(events[index] as never))
      const now = (await recorded({ _id: orderId })).map(({ parcelId, reference }) => [parcelId, reference])
      expect(Object.fromEntries(now)).toEqual({
        [`${orderId}-1`]: later.references[0]?.reference,
        [`${orderId}-2`]: first.references[1]?.reference,
      })
      expect(now).toHaveLength(2)
    },
  )

  test.each([
    ['in order', [0, 1]],
    ['the other way round', [1, 0]],
  ])(
    'when a printed parcel got its final id, delivered %s, then only that has the reference',
    async (_how, order) => {
      const orderId = await newOrder()
      const { event, references } = drawn({ orderId }, ['slot-1', `${orderId}-2`])
      const [label, other] = references
      const renamed = { parcelId: `${orderId}-1`, reference: label?.reference ?? '' }
      const later = drawn({ orderId, references: [renamed] }, [])
      const events = [event, { ...later.event, time: new Date(Date.now() + 1_000) }]
      for (const index of order)
        await fixture.handlers['parcel-references-drawn'](eventOf(events[index] as never))
      const now = (await recorded({ _id: orderId })).map(({ parcelId, reference }) => ({
        parcelId,
        reference,
      }))
      expect(now).toHaveLength(2)
      expect(now).toEqual(expect.arrayContaining([renamed, other]))
    },
  )

  test("when they arrive before their plan's month then they are recorded once the month exists", async () => {
    const subscriptionId = newId()
    const invoiceId = `in_${subscriptionId}`
    const { event, references } = drawn({ invoiceId }, ['parcel-1'])
    await deliver(event)
    const at = new Date().toISOString()
    const { email, firstName, lastName, id: ownerId } = pat
    await fixture.handlers['subscription-created']({
      data: {
        subscriptionId,
        ownerId,
        customer: { email, firstName, lastName },
        stripeSubscriptionId: `sub_${subscriptionId}`,
        prankCount: 1,
        amountCents: 499,
        previousStatus: null,
        status: 'active',
        at,
        month: { invoiceId, paymentIntentId: null, periodStart: at, periodEnd: at, paidAt: at },
      },
    } as never)
    await until(async () => (await recorded({ invoiceId })).length === 1)
    expect((await list(`q=${references[0]?.reference}`)).items).toMatchObject([
      { subscriptionType: 'subscription' },
    ])
  })

  test('when the message cannot be read then it is a dead letter', async () => {
    const { event } = drawn({}, ['parcel-2'])
    await deliver({ ...event, data: { ...(event.data as object), references: [{ reference: 'short' }] } })
    const { queuePrefix, broker } = fixture
    const options = { broker, queuePrefix, service: 'order', event: 'parcel-references-drawn' } as const
    await until(async () => (await listDeadLetters(options)).length === 1)
  })

  test('when customers read their data then it contains no reference', async () => {
    const orderId = await newOrder()
    const { event } = drawn({ orderId }, [`${orderId}-1`, `${orderId}-2`])
    await deliver(event)
    await until(async () => (await recorded({ _id: orderId })).length === 2)
    const { body } = await fixture.call('GET', '/api/prank-history', { as: pat })
    expect(body.map((entry: { orderId: string }) => entry.orderId)).toContain(orderId)
    const stored = await fixture.orders.findById(orderId).lean()
    const emitted = [body, stored?.items, stored?.outbox]
    expect(JSON.stringify(emitted)).not.toMatch(/reference|[GY]{10}/)
  })

  test('when the search is a reference then an index is used', async () => {
    const seen = await explainQueries(fixture.connection, () => list('q=GGGGGGGGGG&status=paid'))
    expect(JSON.stringify(seen)).not.toContain('COLLSCAN')
  })
})
