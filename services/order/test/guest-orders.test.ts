import { afterAll, describe, expect, test } from '@jest/globals'
import { newCustomer } from '@prankpost/service-kit/testing'
import { importOrders } from '../src/use-cases/import-orders.ts'
import { startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())

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
const recover = (as = gus) => rig.call('POST', '/api/migrate-guest-orders', { as })

describe('guest orders', () => {
  test('when one order of the file does not hold then nothing is imported', async () => {
    const file = [entry('good'), entry('bad', { items: [] })]
    await expect(importOrders(file, rig.deps)).rejects.toThrow()
    expect(await rig.orders.estimatedDocumentCount()).toBe(0)
  })

  test('when the file is imported twice then each order is there once', async () => {
    const file = [entry('a'), entry('old', { paidAt: daysAgo(31) }), entry('b', { status: 'paid' })]
    expect(await importOrders(file, rig.deps)).toEqual({ imported: 3, known: 0 })
    expect(await importOrders([...file, entry('c')], rig.deps)).toEqual({ imported: 1, known: 3 })
    const toShip = await rig.orders.findOne({ externalId: 'b' }).lean()
    expect(toShip?.outbox.map(({ type }) => type)).toEqual(['order-paid'])
    const gone = await rig.orders.findOne({ externalId: 'a' }).lean()
    expect(gone).toMatchObject({ ownerId: null, status: 'shipped', totalCents: 998, outbox: [] })
  })

  test('when somebody else asks then there is nothing', async () => {
    const { status, body } = await recover(newCustomer())
    expect([status, body.message]).toEqual([404, 'No recent orders found to recover.'])
  })

  test('when two tabs of the customer ask at once then the last 30 days come over once', async () => {
    const answers = await Promise.all([recover(), recover()])
    const recovered = answers.filter(({ status }) => status === 200)
    expect(recovered.reduce((sum, { body }) => sum + body.migrated, 0)).toBe(3)
    expect(await recover()).toMatchObject({ status: 404 })
    const history = await rig.call('GET', '/api/prank-history', { as: gus })
    expect(history.body).toHaveLength(3)
    expect(history.body[0]).toMatchObject({
      contactName: 'Gerald',
      contactAddress: 'Details not available',
      quantity: 2,
      price: '4.99',
    })
  })

  test('when nobody is signed in then it is a 401', async () => {
    expect((await rig.call('POST', '/api/migrate-guest-orders')).status).toBe(401)
  })
})

describe('history', () => {
  test.each([
    // A Friday: the fifth business day after it is the next Friday.
    ['2026-11-20T12:00:00.000Z', '2026-11-27T12:00:00.000Z'],
    // A Saturday.
    ['2026-11-21T12:00:00.000Z', '2026-11-27T12:00:00.000Z'],
  ])('when an order was paid on %s then delivery is expected on %s', async (paidAt, expected) => {
    const { addBusinessDays } = await import('../src/business-days.ts')
    expect(addBusinessDays(new Date(paidAt), 5).toISOString()).toBe(expected)
  })
})
