import { type EventData, type EventName, events } from '@prankpost/contracts'
import { brokerNames, listDeadLetters, type OutboxEntry } from '@prankpost/messaging'
import { newCustomer, newPlanEvents } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeOrderStatus } from '../src/use-cases/set-order-status.ts'
import { cart, emitters, item, newCart, potato, startFixture } from './fixture.ts'

const fixture = await startFixture()
beforeAll(() => fixture.consume())
afterAll(() => fixture.close())

const pat = newCustomer()
const now = new Date().toISOString()

/** Publishes an event to the exchange, as its owner's relay does. */
async function deliver(source: string, entry: OutboxEntry) {
  const envelope = { ...entry, specversion: '1.0', source, datacontenttype: 'application/json' }
  const names = brokerNames(fixture.queuePrefix)
  await fixture.broker.publish(names.events, entry.type, Buffer.from(JSON.stringify(envelope)), {
    messageId: entry.id,
  })
}

/** Resolves when the queue of an event is empty. */
async function handled(event: EventName) {
  await until(() =>
    fixture.broker.withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(
        brokerNames(fixture.queuePrefix).queue('order', event),
      )
      return messageCount === 0
    }),
  )
}

const newOrder = async () => {
  const { body } = await fixture.call('POST', '/api/create-order-record', { as: pat, body: newCart() })
  return body.orderId as string
}
const paid = (orderId: string, over: Partial<EventData<'payment-succeeded'>> = {}) =>
  emitters.payment('payment-succeeded', orderId, {
    orderId,
    sessionId: 'cs_1',
    paymentIntentId: 'pi_12345678',
    amountCents: 499,
    paidAt: now,
    ...over,
  })
const failed = (orderId: string, sessionId: string) =>
  emitters.payment('payment-failed', orderId, { orderId, sessionId, reason: 'expired', at: now })
const load = (orderId: string) => fixture.orders.findById(orderId).lean()
const status = (orderId: string, wanted: string) =>
  until(async () => {
    const order = await load(orderId)
    return order?.status === wanted ? order : null
  })

describe('payment-succeeded', () => {
  test('when it is delivered then the order is paid and order-paid is in the outbox', async () => {
    const orderId = await newOrder()
    await deliver('payment', paid(orderId))
    const order = await status(orderId, 'paid')
    expect(order).toMatchObject({ paymentIntentId: 'pi_12345678', paidAt: new Date(now) })
    expect(order.statusHistory.map(({ status, actor }) => [status, actor])).toEqual([
      ['pending', 'customer'],
      ['paid', 'payment'],
    ])
    expect(order.outbox).toHaveLength(1)
    expect(events['order-paid'].data.parse(order.outbox[0]?.data)).toMatchObject({
      orderId,
      ownerId: pat.id,
      totalCents: 499,
      items: [{ parcelId: `${orderId}-1`, prank: { id: potato.id }, quantity: 1, priceCents: 499 }],
    })
  })

  test('when it is delivered twice, and from two sessions, then there is still one order-paid', async () => {
    const orderId = await newOrder()
    const event = paid(orderId)
    await deliver('payment', event)
    await status(orderId, 'paid')
    await deliver('payment', event)
    await deliver('payment', paid(orderId, { sessionId: 'cs_2', paymentIntentId: 'pi_other' }))
    await handled('payment-succeeded')
    const order = await load(orderId)
    expect(order?.outbox).toHaveLength(1)
    expect(order?.statusHistory).toHaveLength(2)
    expect(order?.paymentIntentId).toBe('pi_12345678')
  })

  test('when it is delivered after payment_failed then the order is still paid', async () => {
    const orderId = await newOrder()
    await deliver('payment', failed(orderId, 'cs_1'))
    await status(orderId, 'payment_failed')
    await deliver('payment', paid(orderId))
    await status(orderId, 'paid')
    // A repeated payment-failed does not undo the payment.
    await deliver('payment', failed(orderId, 'cs_1'))
    await handled('payment-failed')
    expect((await load(orderId))?.status).toBe('paid')
  })

  test('when the operator set the order to paid and back to pending before then it is paid again, and this is reported once', async () => {
    const orderId = await newOrder()
    for (const status of ['paid', 'pending'] as const) {
      await changeOrderStatus({ orderId, status }, fixture.deps)
    }
    for (const _ of [1, 2]) await deliver('payment', paid(orderId))
    const order = await status(orderId, 'paid')
    await handled('payment-succeeded')
    expect(order.paymentIntentId).toBe('pi_12345678')
    expect(order.statusHistory.at(-1)).toMatchObject({ status: 'paid', actor: 'payment' })
    const { outbox } = (await load(orderId)) ?? order
    expect(outbox.map(({ type }) => type)).toEqual([
      ...['order-paid', 'order-status-changed', 'order-status-changed', 'order-status-changed'],
    ])
    expect(outbox.at(-1)?.data).toMatchObject({ from: 'pending', to: 'paid', actor: 'payment' })
  })

  test('when the operator set the unpaid order to pending before then it is paid, and the new status is reported, too', async () => {
    const orderId = await newOrder()
    await deliver('payment', failed(orderId, 'cs_1'))
    await status(orderId, 'payment_failed')
    await changeOrderStatus({ orderId, status: 'pending' }, fixture.deps)
    for (const _ of [1, 2]) await deliver('payment', paid(orderId))
    await status(orderId, 'paid')
    await handled('payment-succeeded')
    const { outbox = [] } = (await load(orderId)) ?? {}
    expect(outbox.map(({ type }) => type)).toEqual([
      ...['order-status-changed', 'order-paid', 'order-status-changed'],
    ])
    expect(outbox.at(-1)?.data).toMatchObject({ from: 'pending', to: 'paid', actor: 'payment' })
  })

  test('when it is delivered before its order exists then it is retried until the order is there', async () => {
    const { Types } = await import('mongoose')
    const orderId = new Types.ObjectId()
    await deliver('payment', paid(String(orderId)))
    const template = await load(await newOrder())
    const own = { _id: orderId, cartKey: 'another', unpaidSlot: 'another' }
    await fixture.orders.collection.insertOne({ ...template, ...own } as never)
    await status(String(orderId), 'paid')
  })

  test('when its payload or source is invalid then it is a dead letter with the reason and nothing changes', async () => {
    const orderId = await newOrder()
    const entry = paid(orderId)
    await deliver('payment', { ...entry, data: { ...(entry.data as object), amountCents: '499' } })
    await deliver('somebody-else', paid(orderId))
    const deadLetters = await until(async () => {
      const found = await listDeadLetters({
        broker: fixture.broker,
        service: 'order',
        event: 'payment-succeeded',
        queuePrefix: fixture.queuePrefix,
      })
      return found.length === 2 ? found : null
    })
    expect(deadLetters.map(({ reason }) => reason).join()).toMatch(/amountCents[\s\S]*belongs to payment/)
    expect((await load(orderId))?.status).toBe('pending')
  })
})

describe('payment-failed', () => {
  test('when its session was replaced by a newer one then the order stays pending', async () => {
    const orderId = await newOrder()
    const replaced = { $set: { 'checkout.stripeSessionId': 'cs_new' }, $inc: { revision: 1 } }
    await fixture.orders.updateOne({ _id: orderId }, replaced)
    await deliver('payment', failed(orderId, 'cs_old'))
    await handled('payment-failed')
    expect((await load(orderId))?.status).toBe('pending')
    await deliver('payment', failed(orderId, 'cs_new'))
    await status(orderId, 'payment_failed')
  })
})

describe('prank-changed', () => {
  const changed = (over: Partial<EventData<'prank-changed'>>) =>
    emitters.catalog('prank-changed', potato.id, {
      prankId: potato.id,
      name: 'Raw Potato',
      description: 'A potato.',
      priceCents: 599,
      tier: 'Standard',
      image: 'potato',
      onSale: true,
      revision: 7,
      ...over,
    })

  test('when the price changes then the old one is refused, and an older event changes nothing', async () => {
    await deliver('catalog', changed({}))
    const price = () => fixture.deps.prices.findById(potato.id).lean()
    await until(async () => (await price())?.priceCents === 599)
    await deliver('catalog', changed({ revision: 6, priceCents: 1 }))
    await deliver('catalog', changed({}))
    await handled('prank-changed')
    expect(await price()).toMatchObject({ priceCents: 599, revision: 7 })
    const refused = await fixture.call('POST', '/api/validate-order', { as: pat, body: cart(4.99) })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('$5.99')])
    const accepted = await fixture.call('POST', '/api/validate-order', {
      as: pat,
      body: cart(5.99, [item({ price: 5.99 })]),
    })
    expect(accepted.status).toBe(200)
    await deliver('catalog', changed({ revision: 8, priceCents: 499 }))
    await until(async () => (await price())?.priceCents === 499)
  })
})

describe('a plan', () => {
  const customer = newCustomer()
  const plan = newPlanEvents({ user: customer })
  const [first = '', second = ''] = [1, 2].map((n) => new Date(Date.now() + n * 1_000).toISOString())
  const months = () => fixture.orders.find({ ownerId: customer.id }).sort({ paidAt: 1 }).lean()
  const shipped = (parcelsShipped: number) =>
    plan.shipped({
      ...{ parcelId: `parcel-1-${parcelsShipped}`, invoiceId: plan.invoiceOf(first), parcelsShipped },
      trackingNumber: `T-${parcelsShipped}`,
    })

  test('when months are paid, each reported twice, then each has one order of its type', async () => {
    const [created, renewed] = [plan.created(first), plan.renewed(second)]
    for (const entry of [renewed, created, created, renewed]) await deliver('subscription', entry)
    await until(async () => (await months()).length === 2)
    await handled('subscription-created')
    await handled('subscription-renewed')
    expect(await months()).toMatchObject([
      { type: 'subscription', status: 'paid', totalCents: 998, items: [], outbox: [] },
      { type: 'monthly', status: 'paid', totalCents: 998, items: [], outbox: [] },
    ])
  })

  test('when parcels are shipped, each reported twice, then the month is processing and then shipped', async () => {
    await deliver('fulfilment', shipped(1))
    await until(async () => (await months())[0]?.status === 'processing')
    for (const n of [1, 2, 2]) await deliver('fulfilment', shipped(n))
    await until(async () => (await months())[0]?.status === 'shipped')
    await handled('prank-shipped')
    const [first, second] = await months()
    expect(first?.items.map(({ id, trackingNumber }) => [id, trackingNumber])).toEqual([
      ['parcel-1-1', 'T-1'],
      ['parcel-1-2', 'T-2'],
    ])
    expect(second).toMatchObject({ status: 'paid', items: [] })
    const history = await fixture.call('GET', '/api/prank-history', { as: customer })
    expect(history.body).toMatchObject([
      { status: 'shipped', price: '4.99', trackingNumber: expect.stringContaining('T-') },
      { status: 'shipped', price: '4.99' },
    ])
  })

  test('when the operator lists the orders of this customer then each contains the plan', async () => {
    const { body } = await fixture.operator('GET', `/api/admin/orders?q=${customer.email}`)
    expect(body.items.map(({ user }: { user: unknown }) => user)).toEqual([
      { id: customer.id, email: customer.email, stripeSubscriptionId: plan.stripeSubscriptionId },
      { id: customer.id, email: customer.email, stripeSubscriptionId: plan.stripeSubscriptionId },
    ])
  })
})
