import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { importOrders } from '../src/use-cases/import-orders.ts'
import { changeOrderStatus, type SettableStatus } from '../src/use-cases/set-order-status.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const entry = (externalId: string, over = {}) => ({
  externalId,
  customerEmail: 'Guest@Customers.test',
  customerName: 'Gus Guest',
  status: 'shipped',
  paidAt: daysAgo(3),
  items: [{ prankName: 'Prank of 499 cents', quantity: 2, price: '4.99', contact: { name: 'Gerald' } }],
  ...over,
})
const gus = newCustomer({ email: 'guest@customers.test' })
const recover = (as = gus) => fixture.call('POST', '/api/migrate-guest-orders', { as })
/** Adds a customer's account to auth. */
const account = (user: typeof gus, emailVerified = true) =>
  fixture.others.accounts.set(user.id, { email: user.email, firstName: user.firstName, emailVerified })

describe('guest orders', () => {
  test('when one order of the file is invalid then nothing is imported', async () => {
    const file = [entry('good'), entry('bad', { items: [] })]
    await expect(importOrders(file, fixture.deps)).rejects.toThrow()
    expect(await fixture.orders.estimatedDocumentCount()).toBe(0)
  })

  test('when the file is imported twice then each order exists once', async () => {
    const file = [entry('a'), entry('old', { paidAt: daysAgo(31) }), entry('b', { status: 'paid' })]
    expect(await importOrders(file, fixture.deps)).toEqual({ imported: 3, known: 0 })
    expect(await importOrders([...file, entry('c')], fixture.deps)).toEqual({ imported: 1, known: 3 })
    const toShip = await fixture.orders.findOne({ externalId: 'b' }).lean()
    expect(toShip?.outbox.map(({ type }) => type)).toEqual(['order-paid'])
    const shipped = await fixture.orders.findOne({ externalId: 'a' }).lean()
    expect(shipped).toMatchObject({ ownerId: null, status: 'shipped', totalCents: 998, outbox: [] })
  })

  test('when another customer tries to recover them then it is a 404', async () => {
    const other = newCustomer()
    account(other)
    const { status, body } = await recover(other)
    expect([status, body.message]).toEqual([404, 'No recent orders found to recover.'])
  })

  test('when the address is not verified then it is a 403 that says what to do, and nothing is recovered', async () => {
    account(gus, false)
    const { status, body } = await recover()
    expect([status, body.message]).toEqual([
      403,
      'Please verify your email address first. The link is in your Account.',
    ])
    expect(await fixture.orders.countDocuments({ ownerId: gus.id })).toBe(0)
  })

  test('when a session has another address than auth then the address of auth counts', async () => {
    const impostor = newCustomer({ email: gus.email })
    fixture.others.accounts.set(impostor.id, {
      email: 'liar@customers.test',
      firstName: 'L',
      emailVerified: true,
    })
    expect((await recover(impostor)).status).toBe(404)
  })

  test('when auth is unavailable then it is a 503, and when the account is deleted then it is a 401', async () => {
    fixture.others.isAuthDown = true
    expect((await recover()).status).toBe(503)
    fixture.others.isAuthDown = false
    expect((await recover(newCustomer({ email: gus.email }))).status).toBe(401)
    expect(await fixture.orders.countDocuments({ ownerId: { $ne: null } })).toBe(0)
  })

  test('when two tabs of the customer call at once then the orders of the last 30 days are recovered once', async () => {
    account(gus)
    const answers = await Promise.all([recover(), recover()])
    const recovered = answers.filter(({ status }) => status === 200)
    expect(recovered.reduce((sum, { body }) => sum + body.migrated, 0)).toBe(3)
    expect(await recover()).toMatchObject({ status: 404 })
    const emitted = await fixture.orders.find({ ownerId: gus.id }, { outbox: 1 }).lean()
    const toShip = await fixture.orders.findOne({ externalId: 'b' }, { _id: 1 }).lean()
    for (const { _id, outbox } of emitted) {
      const recovered = outbox.filter(({ type }) => type === 'order-recovered')
      expect(recovered.map(({ data }) => data)).toEqual([
        {
          orderId: String(_id),
          ownerId: gus.id,
          paidAt: expect.any(String),
          items: [expect.objectContaining({ parcelId: `${_id}-1`, quantity: 2 })],
          isAnnounced: String(_id) === String(toShip?._id),
        },
      ])
    }
    const history = await fixture.call('GET', '/api/prank-history', { as: gus })
    expect(history.body).toHaveLength(3)
    expect(history.body[0]).toMatchObject({
      contactName: 'Gerald',
      contactAddress: 'Details not available',
      quantity: 2,
      price: '4.99',
    })
  })
})

describe('an order that was imported as shipped', () => {
  const types = (order: { outbox: { type: string }[] } | null) => order?.outbox.map(({ type }) => type)
  const imported = async (externalId: string) => {
    await importOrders([entry(externalId)], fixture.deps)
    const order = await fixture.orders.findOne({ externalId }).lean()
    const orderId = String(order?._id)
    return {
      paidAt: order?.paidAt,
      set: (status: SettableStatus) => changeOrderStatus({ orderId, status }, fixture.deps),
      load: () => fixture.orders.findById(orderId).lean(),
    }
  }

  test('when the operator sets it to be sent after all then it is announced as paid, once, before the status change', async () => {
    const { set, load, paidAt } = await imported('to-send')
    await set('processing')
    const announced = await load()
    expect(types(announced)).toEqual(['order-paid', 'order-status-changed'])
    expect(announced?.outbox[0]?.data).toMatchObject({ paidAt: paidAt?.toISOString(), ownerId: null })
    // Its sale may be too old to have been counted: catalog must not return more than it took.
    expect(announced?.outbox[1]?.data).not.toHaveProperty('current.paidAt')
    for (const status of ['shipped', 'processing', 'delivered'] as const) await set(status)
    expect(types(await load())?.filter((type) => type === 'order-paid')).toHaveLength(1)
    expect((await load())?.paidAt).toEqual(paidAt)
  })

  test('when it only becomes delivered then it is not announced as paid', async () => {
    const { set, load } = await imported('delivered-later')
    await set('delivered')
    expect(types(await load())).toEqual(['order-status-changed', 'parcel-delivered'])
  })

  test.each(['paid', 'shipped'] as const)(
    'when it is set back to pending and then to %s then it is announced as paid',
    async (status) => {
      const { set, load } = await imported(`pending-and-${status}`)
      await set('pending')
      expect(types(await load())).toEqual(['order-status-changed'])
      await set(status)
      expect(types(await load())).toEqual(['order-status-changed', 'order-paid', 'order-status-changed'])
    },
  )
})

describe('history', () => {
  test.each([
    // A Friday: the fifth business day after it is the next Friday.
    ['2026-10-16T12:00:00.000Z', '2026-10-23T12:00:00.000Z'],
    // A Saturday.
    ['2026-10-17T12:00:00.000Z', '2026-10-23T12:00:00.000Z'],
    // The week of Thanksgiving.
    ['2026-11-20T12:00:00.000Z', '2026-11-30T12:00:00.000Z'],
  ])('when an order was paid on %s then delivery is expected on %s', async (paidAt, expected) => {
    const { addBusinessDays } = await import('@prankpost/contracts')
    expect(addBusinessDays(new Date(paidAt), 5).toISOString()).toBe(expected)
  })
})
