import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import Stripe from 'stripe'
import { type Delivery, type EventLog, openEventLog, type StoredEvent } from '../src/webhooks/event-log.ts'
import { backoffMs } from '../src/webhooks/sender.ts'
import { startRig, twoPranks, until, webhookSecret } from './sandbox-rig.ts'

type Rig = Awaited<ReturnType<typeof startRig>>
let rig: Rig
beforeAll(async () => {
  rig = await startRig('webhooks')
})
afterAll(() => rig.stop())
beforeEach(async () => {
  await rig.post('/test/webhooks/chaos', {})
  rig.shop.answer = () => 200
})

async function paidSession(): Promise<string> {
  const { id } = await rig.stripe.checkout.sessions.create(twoPranks)
  await rig.complete(id)
  return id
}

const copiesOf = (id: string, type = 'checkout.session.completed') =>
  rig.shop.received.filter(({ event }) => event.type === type && Reflect.get(event.data.object, 'id') === id)

const deliveriesOf = async (eventId: string) =>
  (await rig.state()).deliveries.filter((delivery) => delivery.event === eventId)

describe('when only some types are sent', () => {
  test('then the others stay in the list of events alone', async () => {
    const some = await startRig('webhooks_some', { types: ['payment_intent.succeeded'] })
    const { id } = await some.stripe.checkout.sessions.create(twoPranks)
    await some.complete(id)
    await some.webhook('payment_intent.succeeded')
    const { data } = await some.stripe.events.list()
    expect(data.map(({ type }) => type)).toContain('checkout.session.completed')
    expect((await some.state()).deliveries).toMatchObject([{ type: 'payment_intent.succeeded' }])
    await some.stop()
  })
})

describe('a webhook', () => {
  test('when it is sent, then only the right secret verifies it and a changed body does not', async () => {
    const { body, signature } = await rig.webhook('checkout.session.completed', await paidSession())
    expect(Stripe.webhooks.constructEvent(body, signature, webhookSecret).id).toMatch(/^evt_/)
    expect(() => Stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(/signature/)
    const mutated = body.replace('"paid"', '"free"')
    expect(() => Stripe.webhooks.constructEvent(mutated, signature, webhookSecret)).toThrow(/signature/)
  })

  test('when it was accepted, then the event shows nothing pending, here and in the API', async () => {
    const { event } = await rig.webhook('checkout.session.completed', await paidSession())
    const stored = await until(async () => {
      const now = await rig.stripe.events.retrieve(event.id)
      return now.pending_webhooks === 0 && now
    })
    expect(stored.data.object).toEqual(event.data.object)
    expect(await deliveriesOf(event.id)).toMatchObject([
      { status: 'succeeded', attempts: 1, last_response_status: 200 },
    ])
    const { data } = await rig.stripe.events.list({ types: ['checkout.session.completed'], limit: 1 })
    expect(data[0]?.id).toBe(event.id)
  })

  test('when the shop fails, then it is sent again, freshly signed, until the shop answers 2xx', async () => {
    let failures = 1
    rig.shop.answer = ({ type }) => (type === 'checkout.session.completed' && failures-- > 0 ? 500 : 200)
    const id = await paidSession()
    const [first, second] = await until(() => copiesOf(id).length === 2 && copiesOf(id))
    expect(second?.event.id).toBe(first?.event.id)
    expect(second?.signature).not.toBe(first?.signature)
    await until(async () => (await deliveriesOf(first?.event.id ?? ''))[0]?.status === 'succeeded')
    expect(copiesOf(id)).toHaveLength(2)
  })

  test('when a sandbox starts again, then it goes on with what was not delivered', async () => {
    rig.shop.answer = () => 503
    const id = await paidSession()
    await until(() => copiesOf(id).length === 1)
    await rig.restart()
    rig.shop.answer = () => 200
    await until(() => copiesOf(id).length === 2)
  })

  test('when a crash came between the change and the event log, then the events are sent after the start', async () => {
    const { id } = await rig.stripe.checkout.sessions.create(twoPranks)
    await rig.complete(id)
    const { event } = await rig.webhook('checkout.session.completed', id)
    await rig.restart()
    const lost = await rig.db.collection<{ _id: string; body: string }>('events').findOne({ _id: event.id })
    // As the database looks when the process died right after the first of the two writes.
    await rig.db.collection<{ _id: string }>('events').deleteOne({ _id: event.id })
    const outbox = [{ id: event.id, type: event.type, createdAt: new Date(), body: lost?.body }]
    await rig.db.collection<{ _id: string }>('checkouts').updateOne({ _id: id }, { $set: { outbox } })
    await rig.restart()
    await until(() => copiesOf(id).length === 2)
    await until(async () => {
      const checkout = await rig.db
        .collection<{ _id: string; outbox: object[] }>('checkouts')
        .findOne({ _id: id })
      return checkout?.outbox.length === 0
    })
    expect(new Set(copiesOf(id).map((copy) => copy.event.id)).size).toBe(1)
  })

  test('when failures go on, then the waits double from a second up to a minute', () => {
    expect([1, 2, 3, 6, 7, 50].map(backoffMs)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
  })
})

describe('an outcome', () => {
  const due = new Date(Date.now() + 3_600_000)
  const pending = { attempts: 0, deliveredAt: null, lastStatus: null, lastError: null }
  const eventCalled = (_id: string): StoredEvent => ({
    _id,
    type: 'charge.succeeded',
    createdAt: new Date(),
    body: '{}',
    deliveries: [{ state: 'pending', nextAttemptAt: due, ...pending }],
  })
  const delivered: Delivery = { ...pending, state: 'succeeded', attempts: 1, lastStatus: 200 }
  const outcomeOf = async (log: EventLog, _id: string) => (await log.events.findOne({ _id }))?.deliveries

  test('when it comes before its event is written, then it goes into the log with it', async () => {
    const log = await openEventLog(rig.db, rig.db.collection('checkouts'))
    void log.add('cs_none', [eventCalled('evt_early')])
    await log.saveOutcome('evt_early', 0, delivered)
    expect(await outcomeOf(log, 'evt_early')).toEqual([delivered])
  })

  test('when it comes while its event is being written, then it is written after it', async () => {
    const log = await openEventLog(rig.db, rig.db.collection('checkouts'))
    void log.add('cs_none', [eventCalled('evt_between')])
    const written = log.caughtUp()
    await Promise.resolve()
    await Promise.all([written, log.saveOutcome('evt_between', 0, delivered)])
    expect(await outcomeOf(log, 'evt_between')).toEqual([delivered])
  })
})

describe('chaos', () => {
  test('when duplicates are asked for, then each event comes that much more often', async () => {
    await rig.post('/test/webhooks/chaos', { duplicates: 2 })
    const id = await paidSession()
    const copies = await until(() => copiesOf(id).length === 3 && copiesOf(id))
    expect(new Set(copies.map(({ event }) => event.id)).size).toBe(1)
  })

  test('when all is dropped, then nothing is ever sent, but the API knows the events', async () => {
    await rig.post('/test/webhooks/chaos', { dropPercent: 100 })
    const id = await paidSession()
    const { data } = await rig.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })
    expect(data[0]?.data.object).toMatchObject({ id })
    expect(await deliveriesOf(data[0]?.id ?? '')).toMatchObject([{ status: 'dropped', attempts: 0 }])
    await rig.post('/test/webhooks/chaos', {})
    await rig.webhook('checkout.session.completed', await paidSession())
    expect(copiesOf(id)).toEqual([])
  })

  test('when delays and shuffling are asked for, then all comes, though not in order', async () => {
    await rig.post('/test/webhooks/chaos', { shuffle: true, delayMs: 200 })
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push(await paidSession())
    await until(() => ids.every((id) => copiesOf(id).length === 1))
    const order = rig.shop.received.map(({ event }) => Reflect.get(event.data.object, 'id'))
    const arrived = order.filter((id) => ids.includes(id))
    expect(arrived).not.toEqual(ids)
  })

  test('when an option is wrong, then it is refused', async () => {
    expect(await rig.post('/test/webhooks/chaos', { dropPercent: 101 })).toMatchObject({ status: 400 })
    expect(await rig.post('/test/webhooks/chaos', { explode: true })).toMatchObject({ status: 400 })
  })
})
