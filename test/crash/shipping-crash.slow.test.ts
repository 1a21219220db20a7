import { randomUUID } from 'node:crypto'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { dieAtEach } from '../support/die-at-each.ts'
import { callAsAdmin } from '../support/outputs/senders.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'
import { subscribe } from '../support/subscriber.ts'

let stack: Stack
let ledgers: Ledgers
let shipped: Awaited<ReturnType<typeof collectEvents>>
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'fulfilment'],
    crashAt: {},
    env: { payment: { SESSION_SWEEP_AFTER_MS: '2000' } },
  })
  ledgers = openLedgers(stack)
  shipped = await collectEvents(stack, 'prank-shipped')
})
afterAll(async () => {
  await shipped.close()
  await ledgers.close()
  await stack.stop()
})

/** The places where fulfilment can die between two effects of shipping, besides outbox, relay and consumer; it really dies there. */
const crashPoints: [point: string, where: string][] = [
  ['fulfilment:month-opened', 'between opening a month and checking whether its plan has ended'],
  ['fulfilment:parcel-packed', 'after the calls to contact and catalog and before the write'],
  ['outbox:written prank-shipped', 'after the write, before the publish and the answer'],
]

const parcelsOf = dieAtEach(crashPoints, async ([point]) => {
  stack.crashAt('fulfilment', point)
  const { shopper, plan, ship } = await subscribe(stack, 2)
  const parcels = [randomUUID(), randomUUID()].map((key) =>
    until(async () => {
      const answer = await ship(key).catch(() => null)
      return answer?.status === 201 ? (answer.body.parcelId as string) : null
    }),
  )
  const { orderId, sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  const status = { status: 'shipped', adminPassword: stack.adminPassword }
  await shopper.insist('PATCH', `/api/admin/orders/${orderId}/status`, status, 200)
  const parcelIds = await Promise.all(parcels)
  await stack.crashed('fulfilment')
  return { shopper, plan, orderId, parcelIds }
})

/** Every place where fulfilment can die while it prints, with what is stored then. */
const printingPoints: [point: string, where: string, stored: object][] = [
  ['fulfilment:orders-packed', 'after order packed the order', { references: { $exists: false } }],
  ['outbox:written parcel-references-drawn', 'after the references were drawn', { references: { $size: 1 } }],
]

const printingOf = dieAtEach(printingPoints, async ([point]) => {
  const shopper = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await until(() => ledgers.shipments.findOne({ orderId }))
  // After the case before, the gateway may not know yet that the process is back.
  await until(() => callAsAdmin(stack, 'GET', '/api/admin/shipment-stats').catch(() => null))
  stack.crashAt('fulfilment', point)
  const body = { kind: 'labels', parcelIds: [`${orderId}-1`] }
  const print = () => callAsAdmin(stack, 'POST', '/api/admin/parcel-documents', body).catch(() => null)
  await print()
  await stack.crashed('fulfilment')
  return { orderId, print }
})

describe('when fulfilment dies', () => {
  test.each(crashPoints)(
    'at %s (%s) then the parcels of a plan and of an order leave, each published once',
    async (...one) => {
      const { shopper, plan, orderId, parcelIds } = parcelsOf(one)
      const month = await until(() =>
        ledgers.orders.findOne({ 'plan.subscriptionId': plan.id, status: 'shipped' }),
      )
      expect(month.items.map(({ id }: { id: string }) => id).sort()).toEqual(parcelIds.toSorted())
      await until(() =>
        ledgers.shipments.findOne({ orderId, 'parcels.shippedAt': { $ne: null }, outbox: [] }),
      )
      await until(async () => (await ledgers.traffic.outboxes()) === 0)
      const published = () =>
        new Set(shipped.filter(({ data }) => data.ownerId === shopper.id).map(({ id }) => id))
      await until(() => published().size >= 3)
      expect(published().size).toBe(3)
    },
  )

  test.each(printingPoints)(
    'at %s (%s) then a repeat prints, with references that are stored once and that order knows',
    async (...one) => {
      const { orderId, print } = printingOf(one)
      const before = await until(() => ledgers.shipments.findOne({ orderId, ...one[2] }))
      expect((await ledgers.orders.findOne({ _id: new ObjectId(orderId) }))?.packedAt).toBeInstanceOf(Date)
      await until(print)
      const { references: drawn } = await until(() =>
        ledgers.shipments.findOne({ orderId, references: { $size: 1 } }),
      )
      if (before.references) expect(drawn).toEqual(before.references)
      const order = await until(() => ledgers.orders.findOne({ 'references.reference': drawn[0].reference }))
      expect([String(order._id), order.references]).toMatchObject([orderId, drawn])
    },
  )

  test("at fulfilment:order-parcels-decided then order's event ships the parcel, and a repeat says so", async () => {
    const shopper = await new Shopper(stack).signUp()
    const { orderId, sessionId } = await shopper.checkOut()
    await sandboxOf(stack).pay(sessionId)
    await until(() => ledgers.shipments.findOne({ orderId }))
    const id = `${orderId}-1`
    const call = (path: string, body: object) =>
      callAsAdmin(stack, 'POST', `/api/admin/parcels/${path}`, body).catch(() => null)
    await until(() => call('labels', { ids: [id] }))
    stack.crashAt('fulfilment', 'fulfilment:order-parcels-decided')
    await call('ship', { parcels: [{ id }] })
    await stack.crashed('fulfilment')
    const isShipped = { orderId, 'parcels.shippedAt': { $ne: null }, 'queue.state': 'shipped', outbox: [] }
    const shipment = await until(() => ledgers.shipments.findOne(isShipped))
    const order = await ledgers.orders.findOne({ _id: new ObjectId(orderId) })
    expect([order?.status, order?.items[0].shippedAt]).toEqual(['shipped', shipment.parcels[0].shippedAt])
    const answer = await until(() => call('ship', { parcels: [{ id }] }))
    expect(await answer.json()).toMatchObject({ results: [{ outcome: 'already_shipped' }] })
  })

  test("at fulfilment:order-parcels-decided then a plan's parcel is sent again by order's event, and shipped by a repeat", async () => {
    const { plan, ship } = await subscribe(stack, 1)
    expect((await ship(randomUUID())).status).toBe(201)
    const ofPlan = { 'plan.subscriptionId': plan.id }
    await until(() => ledgers.orders.findOne({ ...ofPlan, status: 'shipped' }))
    const { _id } = await until(() => ledgers.shipments.findOne({ ...ofPlan, 'queue.state': 'shipped' }))
    const id = `${_id}-1`
    const call = (path: string, body: object = {}) =>
      callAsAdmin(stack, 'POST', `/api/admin/parcels/${path}`, body).catch(() => null)
    const inState = (state: string) => ledgers.shipments.findOne({ _id, 'queue.state': state, outbox: [] })
    await until(() => call(`${id}/returned`))

    stack.crashAt('fulfilment', 'fulfilment:order-parcels-decided')
    await call(`${id}/send-again`)
    await stack.crashed('fulfilment')
    await until(() => inState('to_pack'))
    expect(await ledgers.orders.findOne(ofPlan)).toMatchObject({ status: 'processing' })

    await until(() => call('labels', { ids: [id] }))
    stack.crashAt('fulfilment', 'fulfilment:order-parcels-decided')
    await call('ship', { parcels: [{ id }] })
    await stack.crashed('fulfilment')
    const answer = await until(() => call('ship', { parcels: [{ id }] }))
    expect(await answer.json()).toMatchObject({ results: [{ outcome: 'already_shipped' }] })
    const { parcels } = await until(() => inState('shipped'))
    expect(parcels).toMatchObject([{ earlier: [{}] }])
    await until(() => ledgers.orders.findOne({ ...ofPlan, status: 'shipped' }))
  })

  test('at fulfilment:draw-committed (a month has its commitment) then the next start commits the others, and no commitment changes', async () => {
    const seeds = ledgers.drawSeeds
    const before = await until(async () => {
      const found = await seeds.find().sort({ _id: 1 }).toArray()
      // 4 after the turn of a month.
      return found.length >= 3 ? found : null
    })
    await seeds.deleteMany({ _id: { $ne: before[0]?._id as string } })
    stack.crashAt('fulfilment', 'fulfilment:draw-committed')
    await stack.kill('fulfilment')
    await stack.crashed('fulfilment')
    const first = await seeds.find().sort({ _id: 1 }).toArray()
    expect(first.length).toBeGreaterThanOrEqual(2)
    const after = await until(async () => {
      const found = await seeds.find().sort({ _id: 1 }).toArray()
      return found.length >= 3 ? found : null
    })
    expect(after.slice(0, first.length)).toEqual(first)
    expect(after[0]).toEqual(before[0])
  })

  test('at fulfilment:month-drawn (before the answer, or the acknowledgement) then the draw stands, with its one record', async () => {
    stack.crashAt('fulfilment', 'fulfilment:month-drawn')
    const { shopper, plan } = await subscribe(stack, 2)
    await stack.crashed('fulfilment')
    const month = () => ledgers.shipments.findOne({ 'plan.subscriptionId': plan.id })
    const drawn = await until(async () => ((await month())?.draw ? month() : null))
    await until(async () => {
      const read = await shopper.call('GET', `/api/subscriptions/${plan.id}/draw`).catch(() => null)
      return read?.status === 200
    })
    const after = await month()
    expect([after?.draw, after?.draws]).toEqual([drawn?.draw, drawn?.draws])
    expect(after?.draws).toMatchObject([{ step: 1, rows: 2, result: [{}, {}] }])
  })

  test('at fulfilment:preferences-stored then the next read draws no excluded prank', async () => {
    const { shopper, plan } = await subscribe(stack, 2)
    const path = `/api/subscriptions/${plan.id}`
    const draw = () => shopper.call('GET', `${path}/draw`).catch(() => null)
    const drawnOnce = await until(async () => {
      const read = await draw()
      return read?.status === 200 ? read : null
    })
    const [first] = drawnOnce.body
    stack.crashAt('fulfilment', 'fulfilment:preferences-stored')
    const wanted = { excludedPrankIds: [first.prank.id], excludedContactIds: [] }
    await shopper.call('PUT', `${path}/preferences`, wanted).catch(() => null)
    await stack.crashed('fulfilment')
    const answer = await until(async () => {
      const read = await draw()
      return read?.status === 200 ? read : null
    })
    const drawn = answer.body.map(({ prank }: { prank: { id: string } }) => prank.id)
    expect([drawn.length, drawn.includes(first.prank.id)]).toEqual([2, false])
  })

  test('at fulfilment:month-ended then each unsent parcel is refunded once', async () => {
    const { shopper, plan, ship } = await subscribe(stack, 2)
    expect((await ship(randomUUID())).status).toBe(201)
    stack.crashAt('fulfilment', 'fulfilment:month-ended')
    await shopper.insist('POST', `/api/subscriptions/${plan.id}/cancel`, { unsent: 'refund' }, 200)
    await stack.crashed('fulfilment')
    const ofPlan = { 'plan.subscriptionId': plan.id }
    const isRefunded = { ...ofPlan, 'refunds.status': 'succeeded' }
    const order = await until(() => ledgers.orders.findOne(isRefunded))
    expect(order.refunds.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([
      Math.round(order.totalCents / 2),
    ])
    expect(await ledgers.shipments.findOne(ofPlan)).toMatchObject({ plan: { end: 'refund' } })
  })
})
