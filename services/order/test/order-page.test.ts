import { addBusinessDays, checkoutConsent, customerOrder, deliveryRange } from '@prankpost/contracts'
import { eventOf, newCustomer, newId, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { emitters, glitter, item, potato } from './fixture.ts'
import { hoursAgo, startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

type Read = Parameters<typeof shop.read>
/** The order as its page gets it, which has exactly the fields of the contract. */
async function read(...[id, as]: Read) {
  const body = await shop.read(id, as)
  expect(customerOrder.strict().parse(body)).toEqual(body)
  return customerOrder.parse(body)
}
const twoItemOrder = (paidAt?: Date) =>
  shop.paidOrder({ items: twoItems, total: twoItemsTotal, ...(paidAt ? { paidAt } : {}) })
/** What the page shows of the state: the order, its parcels, what happened, and what can be done. */
async function stateOf(...[id, as]: Read) {
  const { status, items, timeline, can } = await read(id, as)
  return [status, items.map((one) => one.status), timeline.map(({ what }) => what), [can.cancel, can.edit]]
}
const { version, wording } = checkoutConsent(998)
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

describe('the page of an order', () => {
  test('when the order is not paid then it waits: nothing is expected, and nothing can be done', async () => {
    const as = newCustomer()
    const id = await shop.place(as, [item({ quantity: 2, contactAddress2: 'Apt 4' })], 9.98)
    expect(await read(id, as)).toEqual({
      id,
      number: id.slice(-8).toUpperCase(),
      type: 'once',
      status: 'pending',
      createdAt: iso,
      paidAt: null,
      total: '9.98',
      refunded: '0.00',
      discountCode: null,
      customMessage: expect.stringContaining('Surprise no.'),
      agreement: { kind: 'checkout', version, wording, price: '9.98', interval: null, agreedAt: iso },
      items: [
        {
          id: '1',
          status: 'waiting',
          review: null,
          trackingNumber: null,
          carrier: null,
          trackingUrl: null,
          shippedAt: null,
          deliveredAt: null,
          estimatedDelivery: null,
          prankId: potato.id,
          prankName: 'Prank of 499 cents',
          prankImage: 'potato',
          quantity: 2,
          price: '4.99',
          contactId: 'local-1700000000000',
          contactName: 'Gerald Snail',
          contactAddress: '1 Garden Path',
          contactAddress2: 'Apt 4',
          contactCity: 'Springfield',
          contactState: 'OR',
          contactZipCode: '97477',
          addressForgottenAt: null,
          arriveBy: null,
        },
      ],
      timeline: [{ at: iso, what: 'placed', detail: null }],
      can: { cancel: false, cancelUntil: null, edit: false },
    })
  })

  test('when it is paid then it is expected 3 to 7 business days later, and can be changed for 2 hours', async () => {
    const paidAt = hoursAgo(1)
    const { id, as } = await twoItemOrder(paidAt)
    const order = await read(id, as)
    expect(order).toMatchObject({ status: 'paid', paidAt: paidAt.toISOString(), total: '29.99' })
    // Stripe's time of the payment is before ours of the order.
    expect(order.timeline.map(({ what }) => what)).toEqual(['placed', 'paid'])
    expect(order.items.map((one) => [one.prankId, one.quantity, one.price, one.status])).toEqual([
      [potato.id, 1, '4.99', 'preparing'],
      [glitter.id, 2, '12.50', 'preparing'],
    ])
    const day = (days: number) => addBusinessDays(paidAt, days).toISOString().slice(0, 10)
    expect(order.items[0]?.estimatedDelivery).toEqual({ from: day(3), to: day(7) })
    const cancelUntil = new Date(paidAt.getTime() + 2 * 3_600_000).toISOString()
    expect(order.can).toEqual({ cancel: true, cancelUntil, edit: true })
  })

  test('when two hours are over then it can no longer be cancelled, but corrected', async () => {
    const { id, as } = await twoItemOrder(hoursAgo(3))
    expect((await read(id, as)).can).toMatchObject({ cancel: false, cancelUntil: iso, edit: true })
  })

  test('when it is packed, shipped and delivered then each step is in the timeline', async () => {
    const { id, as } = await twoItemOrder()
    await shop.pack([id])
    const steps = ['placed', 'paid', 'packed']
    expect(await stateOf(id, as)).toEqual(['paid', ['packed', 'packed'], steps, [false, false]])
    await shop.setStatus(id, 'shipped')
    steps.push('shipped')
    expect(await stateOf(id, as)).toEqual(['shipped', ['shipped', 'shipped'], steps, [false, false]])
    const { sentAt = new Date(0) } = await shop.load(id)
    expect((await read(id, as)).items[0]).toMatchObject({
      shippedAt: sentAt.toISOString(),
      estimatedDelivery: deliveryRange(sentAt),
    })
    await shop.setStatus(id, 'delivered')
    steps.push('delivered', 'delivered')
    expect(await stateOf(id, as)).toEqual(['delivered', ['delivered', 'delivered'], steps, [false, false]])
    const { items, timeline } = await read(id, as)
    expect(items[0]).toMatchObject({ deliveredAt: iso, estimatedDelivery: null })
    expect(timeline.at(-1)?.detail).toBe('Prank of 1250 cents arrived.')
  })

  test('when it is cancelled then its refund is in the timeline, and nothing is expected', async () => {
    const { id, as } = await twoItemOrder()
    await shop.cancel(id, as)
    const [status, items, timeline, can] = await stateOf(id, as)
    expect([status, items, can]).toEqual(['cancelled', ['cancelled', 'cancelled'], [false, false]])
    expect(timeline?.slice(0, 2)).toEqual(['placed', 'paid'])
    expect([...(timeline ?? [])].slice(2).sort()).toEqual(['cancelled', 'refund-requested', 'refunded'])
    const order = await read(id, as)
    expect([order.refunded, order.items[0]?.estimatedDelivery]).toEqual(['29.99', null])
    const detail = order.timeline.find(({ what }) => what === 'refunded')?.detail
    expect(detail).toContain('$29.99')
  })

  test('when its payment is disputed then its parcels are held', async () => {
    const { id, as } = await twoItemOrder()
    const open = emitters.payment('dispute-changed', id, {
      ...{ orderId: id, planId: null, invoiceId: null, ownerId: as.id, disputeId: 'dp_1' },
      ...{ paymentIntentId: 'pi_1', amountCents: 2999, reason: 'fraudulent', status: 'open' as const },
      at: new Date().toISOString(),
    })
    await shop.handlers['dispute-changed'](eventOf(open))
    expect(await stateOf(id, as)).toEqual([
      'paid',
      ['held', 'held'],
      ['placed', 'paid', 'dispute-opened'],
      [false, false],
    ])
    expect(JSON.stringify(await read(id, as))).not.toContain('fraudulent')
  })

  test("when it is another customer's or unknown, or the call has no session, then it is refused", async () => {
    const { id, as } = await shop.paidOrder()
    const get = (orderId: string, customer?: Read[1]) =>
      shop.call('GET', `/api/orders/${orderId}`, customer ? { as: customer } : {})
    expect((await get(id, newCustomer())).status).toBe(404)
    expect((await get(newId(), as)).status).toBe(404)
    expect((await get('no-id', as)).status).toBe(400)
    expect((await get(id)).status).toBe(401)
  })
})

describe("the page of a plan's month", () => {
  test('when one of two parcels was shipped then it is the only item, and nothing can be changed', async () => {
    const as = newCustomer()
    const at = hoursAgo(1).toISOString()
    const plan = newPlanEvents({ user: as })
    const invoiceId = plan.invoiceOf(at)
    await shop.handlers['subscription-created'](eventOf(plan.created(at)))
    const id = String((await shop.orders.findOne({ invoiceId }).lean())?._id)
    expect(await stateOf(id, as)).toEqual(['paid', [], ['placed', 'paid'], [false, false]])
    const parcelId = `${invoiceId}-1`
    const shipped = plan.shipped({
      ...{ invoiceId, parcelId, shippedAt: at },
      ...{ trackingNumber: '1Z999AA10123456784', adminNotes: 'a tricky one' },
    })
    await shop.handlers['prank-shipped'](eventOf(shipped))
    expect(await read(id, as)).toMatchObject({
      type: 'subscription',
      status: 'processing',
      total: '9.98',
      items: [
        {
          id: parcelId,
          status: 'shipped',
          carrier: 'UPS',
          price: '4.99',
          contactAddress2: null,
          shippedAt: at,
          estimatedDelivery: deliveryRange(new Date(at)),
        },
      ],
      can: { cancel: false, cancelUntil: null, edit: false },
    })
    const { timeline } = await read(id, as)
    expect(timeline.find(({ what }) => what === 'shipped')?.detail).toBe('Raw Potato is on its way.')
    expect(JSON.stringify(await read(id, as))).not.toContain('tricky')
  })
})
