import { defaultShopSettings } from '@prankpost/contracts'
import { eventOf, newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emitters, newCart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

let version = 0
/** Closes the shop, or opens it with null. */
async function closeUntil(closedUntil: string | null) {
  const changedAt = new Date().toISOString()
  const state = { ...defaultShopSettings, closedUntil, version: ++version, changedAt }
  await fixture.handlers['shop-changed'](eventOf(emitters.catalog('shop-changed', 'shop', state)))
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
beforeEach(() => closeUntil(null))

const pat = newCustomer()
const post = (path: string, body: object) => fixture.call('POST', `/api/${path}`, { as: pat, body })
const place = async () => (await post('create-order-record', newCart())).body.orderId as string
const refused = {
  status: 409,
  body: { message: expect.stringMatching(/^The shop is closed until .* E[SD]T\.$/) },
}

describe('while the shop is closed', () => {
  test('when a customer begins to buy then each call is refused, and no order is stored', async () => {
    const orderId = await place()
    const before = await fixture.orders.countDocuments()
    await closeUntil(inAnHour())
    const { total, ...cart } = newCart()
    const calls: [string, object][] = [
      ['validate-order', newCart()],
      ['create-order-record', newCart()],
      ['create-checkout-session', { ...cart, amount: total, subscriptionType: 'once' }],
      ['create-stripe-session', { orderId, total: 4.99 }],
    ]
    for (const [path, body] of calls) expect([path, await post(path, body)]).toMatchObject([path, refused])
    expect(await fixture.orders.countDocuments()).toBe(before)
  })

  test('when a session was opened before then it can be paid', async () => {
    const orderId = await place()
    const { body } = await post('create-stripe-session', { orderId, total: 4.99 })
    await closeUntil(inAnHour())
    const paid = {
      ...{ orderId, sessionId: body.sessionId, paymentIntentId: 'pi_1', amountCents: 499 },
      paidAt: new Date().toISOString(),
    }
    await fixture.handlers['payment-succeeded'](eventOf(emitters.payment('payment-succeeded', orderId, paid)))
    expect((await fixture.orders.findById(orderId).lean())?.status).toBe('paid')
  })

  test('when its date has come then customers can buy again without another event', async () => {
    await closeUntil(new Date(Date.now() - 1_000).toISOString())
    expect((await post('validate-order', newCart())).status).toBe(200)
  })
})

const publishTerms = (version: number) => {
  const published = { name: 'terms' as const, version, publishedAt: '2026-12-05T10:00:00.000Z' }
  return fixture.handlers['text-published'](eventOf(emitters.catalog('text-published', 'terms', published)))
}
const versionOf = async (id: string) => (await fixture.orders.findById(id).lean())?.agreement?.version

test('when new terms were published then an order stores their version, and an earlier order keeps its own', async () => {
  const earlier = await place()
  await publishTerms(2)
  const later = await place()
  expect([await versionOf(earlier), await versionOf(later)]).toEqual([
    'December 2024',
    'December 5, 2026 (version 2)',
  ])
})

test('when terms were published after an order was placed then its payment agrees to them, and once it is paid they stay', async () => {
  const orderId = await place()
  await publishTerms(3)
  const pay = () => post('create-stripe-session', { orderId, total: 4.99 })
  const { body } = await pay()
  const agreed = 'December 5, 2026 (version 3)'
  expect(await versionOf(orderId)).toBe(agreed)
  const paid = {
    ...{ orderId, sessionId: body.sessionId, paymentIntentId: 'pi_1', amountCents: 499 },
    paidAt: new Date().toISOString(),
  }
  await fixture.handlers['payment-succeeded'](eventOf(emitters.payment('payment-succeeded', orderId, paid)))
  await publishTerms(4)
  expect((await pay()).status).toBe(409)
  expect(await versionOf(orderId)).toBe(agreed)
})
