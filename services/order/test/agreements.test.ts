import { type Agreement, checkoutConsent, orderAgreement, renewalConsent } from '@prankpost/contracts'
import {
  deletionRequested,
  eventOf,
  exportRequested,
  newCustomer,
  newPlanEvents,
} from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { item } from './fixture.ts'
import { hoursAgo, startShop } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

type Customer = ReturnType<typeof newCustomer>
const list = async (as: Customer): Promise<(Agreement & { orderId: string })[]> =>
  (await shop.call('GET', '/api/account/order-agreements', { as })).body
const { kind, version, wording } = checkoutConsent(0)

/** The first month of a plan, with the renewal terms that its customer agreed to. */
function paidMonth(user: Customer, agreedCents: number | null) {
  const at = new Date().toISOString()
  const agreement = agreedCents === null ? {} : { agreement: { ...renewalConsent(agreedCents), at } }
  const plan = newPlanEvents({ user, prankCount: 3 })
  const record = async () => {
    await shop.handlers['subscription-created'](eventOf(plan.created(at, agreement)))
    return shop.orders.findOne({ invoiceId: plan.invoiceOf(at) }).lean()
  }
  return { at, record }
}

describe('what a customer agrees to with an order', () => {
  test('when an order is placed then the wording, its version, the price and the time are stored with it, once', async () => {
    const as = newCustomer()
    const body = {
      ...{ cartItems: [item({ quantity: 2 })], total: 9.98 },
      customMessage: 'The same cart',
    }
    const placed = await shop.call('POST', '/api/create-order-record', { as, body })
    const { orderId } = placed.body
    const first = await shop.load(orderId)
    expect(first.agreement).toEqual({ ...checkoutConsent(998), at: first.createdAt })
    const again = await shop.call('POST', '/api/create-order-record', { as, body })
    expect(again.body.orderId).toBe(orderId)
    expect((await shop.load(orderId)).agreement).toEqual(first.agreement)
    expect((await shop.read(orderId, as)).agreement).toEqual({
      ...{ kind, version, wording, price: '9.98', interval: null },
      agreedAt: first.createdAt.toISOString(),
    })
  })

  test('when orders are paid then the account lists the newest 5 of the customer, newest first, and no unpaid one', async () => {
    const as = newCustomer()
    const ids: string[] = []
    for (let n = 0; n < 6; n++) {
      const id = await shop.place(as)
      await shop.pay(id, hoursAgo(10 - n))
      ids.unshift(id)
    }
    await shop.place(as)
    await shop.paidOrder()
    const listed = await list(as)
    expect(listed.map(({ orderId }) => orderId)).toEqual(ids.slice(0, 5))
    expect(orderAgreement.strict().array().parse(listed)).toEqual(listed)
    expect(listed[0]).toMatchObject({ orderNumber: ids[0]?.slice(-8).toUpperCase(), price: '4.99', wording })
    expect((await shop.call('GET', '/api/account/order-agreements')).status).toBe(401)
  })

  test('when the order is from an earlier version then it has none, on its page, for the operator and in the account', async () => {
    const { id, as } = await shop.paidOrder()
    await shop.orders.updateOne({ _id: id }, { $unset: { agreement: 1 } })
    expect((await shop.read(id, as)).agreement).toBeNull()
    const { body } = await shop.operator('GET', `/api/admin/orders?q=${id}`)
    expect(body.items[0].agreement).toBeNull()
    expect(await list(as)).toEqual([])
  })
})

describe('what a customer agrees to with a plan', () => {
  test('when a month is reported, twice, then its order has the renewal terms, also for the operator', async () => {
    const as = newCustomer()
    const { at, record } = paidMonth(as, 1497)
    await record()
    const order = await record()
    expect(order?.agreement).toEqual({ ...renewalConsent(1497), at: new Date(at) })
    const shown = { price: '14.97', interval: 'month', wording: renewalConsent(1497).wording, agreedAt: at }
    expect((await shop.read(String(order?._id), as)).agreement).toMatchObject(shown)
    const { body } = await shop.operator('GET', `/api/admin/orders?q=${order?._id}`)
    expect(body.items[0].agreement).toMatchObject(shown)
    expect(await list(as)).toEqual([])
  })

  test('when the event has no terms, as those of earlier versions, then the order has none', async () => {
    const order = await paidMonth(newCustomer(), null).record()
    expect([order?.totalCents, order?.agreement]).toEqual([1497, undefined])
  })
})

describe('the personal data', () => {
  test('when it is exported then it contains the agreement; when the account is deleted then the agreement stays, without a name', async () => {
    const { id, as } = await shop.paidOrder()
    await shop.handlers['customer-export-requested'](eventOf(exportRequested(as.id)))
    const [exported] = shop.customerData.parts.flatMap(({ records }) => records) as { agreement: Agreement }[]
    expect(exported?.agreement).toMatchObject({ wording, version, price: '4.99' })
    await shop.setStatus(id, 'shipped')
    await shop.handlers['customer-deletion-requested'](eventOf(deletionRequested(as.id)))
    const { agreement, customer } = await shop.load(id)
    expect(customer).toEqual({ name: 'Deleted customer', email: null })
    expect(agreement).toEqual({ ...checkoutConsent(499), at: expect.any(Date) })
  })
})
