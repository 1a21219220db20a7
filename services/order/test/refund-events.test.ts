import type { EventData } from '@prankpost/contracts'
import { NotYet, Poison } from '@prankpost/messaging'
import { eventOf, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { findMissingPayments, findMissingRefunds } from '../src/use-cases/find-missing.ts'
import { emitters } from './fixture.ts'
import { startShop } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

type RefundChanged = EventData<'refund-changed'>
const dataOf = (over: Partial<RefundChanged>): RefundChanged => ({
  orderId: null,
  planId: null,
  invoiceId: null,
  ownerId: null,
  refundId: null,
  stripeRefundId: 're_1',
  paymentIntentId: 'pi_1',
  amountCents: 499,
  status: 'succeeded',
  failureReason: null,
  at: new Date().toISOString(),
  ...over,
})
const deliver = (over: Partial<RefundChanged>) =>
  shop.handlers['refund-changed'](eventOf(emitters.payment('refund-changed', 'subject', dataOf(over))))

/** An order with a pending refund. */
async function pendingRefund() {
  const { id } = await shop.paidOrder()
  const makeRefund = shop.others.refund
  shop.others.refund = async () => ({ status: 'pending', stripeRefundId: null, failureReason: null })
  const { body } = await shop.refundOrder(id, {})
  shop.others.refund = makeRefund
  expect(body.status).toBe('pending')
  return { id, refundId: body.refundId as string }
}

describe('refund-changed', () => {
  test('when the refund succeeds then it is recorded once, and a late or repeated event changes nothing', async () => {
    const { id, refundId } = await pendingRefund()
    const change = { orderId: id, refundId }
    await deliver({ ...change, status: 'succeeded' })
    const recorded = await shop.load(id)
    expect(recorded).toMatchObject({
      refunds: [{ id: refundId, status: 'succeeded', stripeRefundId: 're_1' }],
      refundPendingAt: null,
      returnedCents: 499,
    })
    await deliver({ ...change, status: 'succeeded' })
    await deliver({ ...change, status: 'pending' })
    expect((await shop.load(id)).revision).toBe(recorded.revision)
  })

  test('when a refund fails after it succeeded then it is a task, and its amount is left again', async () => {
    const { id, refundId } = await pendingRefund()
    await deliver({ orderId: id, refundId, status: 'succeeded' })
    await deliver({ orderId: id, refundId, status: 'failed', failureReason: 'lost_or_stolen_card' })
    await deliver({ orderId: id, refundId, status: 'succeeded' })
    expect(await shop.load(id)).toMatchObject({
      returnedCents: 0,
      taskCount: 1,
      refunds: [{ status: 'failed', failureReason: 'lost_or_stolen_card' }],
    })
  })

  test('when the refund was made in the Stripe dashboard then it is added once, and no parcel is withdrawn', async () => {
    const { id, as } = await shop.paidOrder()
    await deliver({ orderId: id, stripeRefundId: 're_dash', status: 'pending', amountCents: 100 })
    await deliver({ orderId: id, stripeRefundId: 're_dash', status: 'succeeded', amountCents: 100 })
    await deliver({ orderId: id, stripeRefundId: 're_dash', status: 'succeeded', amountCents: 100 })
    const order = await shop.load(id)
    expect(order.refunds).toMatchObject([
      { id: 're_dash', by: 'stripe', status: 'succeeded', amountCents: 100 },
    ])
    expect([order.status, order.items[0]?.withdrawnAt]).toEqual(['paid', null])
    expect((await shop.cancel(id, as)).body.refund.amount).toBe('3.99')
  })

  test("when it is for a plan's month then the month's order records it", async () => {
    const { id } = await shop.paidOrder()
    const invoiceId = `in_${newId()}`
    await shop.orders.updateOne({ _id: id }, { invoiceId, type: 'monthly' })
    await deliver({ invoiceId, amountCents: 200 })
    expect(await shop.load(id)).toMatchObject({ returnedCents: 200 })
  })

  test('when the order is unknown then the event waits, and an event that names nothing is poison', async () => {
    await expect(deliver({ orderId: newId() })).rejects.toThrow(NotYet)
    await expect(deliver({})).rejects.toThrow(Poison)
    await expect(deliver({ orderId: newId(), stripeRefundId: null })).rejects.toThrow(Poison)
  })
})

describe('plan-month-withdrawn', () => {
  test('when pranks of a month are not sent any more then their share is refunded once', async () => {
    const { id } = await shop.paidOrder()
    const invoiceId = `in_${newId()}`
    await shop.orders.updateOne({ _id: id }, { invoiceId, type: 'monthly', totalCents: 1000 })
    const at = new Date().toISOString()
    const month = { subscriptionId: newId(), ownerId: newId(), invoiceId, unsent: 2, parcelsTotal: 3, at }
    const event = eventOf(emitters.fulfilment('plan-month-withdrawn', 'subject', month))
    await shop.handlers['plan-month-withdrawn'](event)
    await shop.handlers['plan-month-withdrawn'](event)
    expect((await shop.load(id)).refunds).toMatchObject([
      { amountCents: 667, status: 'pending', by: 'customer' },
    ])
    expect(await shop.reported(id)).toEqual(['refund-requested'])
    const later = eventOf(
      emitters.fulfilment('plan-month-withdrawn', 'subject', { ...month, invoiceId: 'in_no' }),
    )
    await expect(shop.handlers['plan-month-withdrawn'](later)).rejects.toThrow(NotYet)
  })
})

describe('the comparison with payment', () => {
  test('when the payment of an order that the operator set to paid was lost then it is repaired, once', async () => {
    const [id, withoutIntent] = [await shop.place(), await shop.place()]
    for (const orderId of [id, withoutIntent]) await shop.setStatus(orderId, 'paid')
    const payment = { sessionId: 'cs_1', amountCents: 499, paidAt: new Date().toISOString() }
    const reported = [
      { type: 'payment-succeeded', data: { ...payment, orderId: id, paymentIntentId: 'pi_late' } },
      { type: 'payment-succeeded', data: { ...payment, orderId: withoutIntent, paymentIntentId: null } },
    ]
    const repaired: object[] = []
    const repair = async (kind: string, about: object, work: () => Promise<unknown>) => {
      repaired.push({ kind, ...about })
      await work()
    }
    for (const _round of [1, 2]) await findMissingPayments(reported as never, repair as never, shop.deps)
    expect(repaired).toEqual([{ kind: 'payment-of-unpaid-order', orderId: id }])
    expect((await shop.load(id)).paymentIntentId).toBe('pi_late')
  })

  test('when refunds and disputes were lost then they are repaired, and what is known is not; without the order it fails', async () => {
    const { id, refundId } = await pendingRefund()
    const { id: known } = await shop.paidOrder()
    await deliver({ orderId: known, stripeRefundId: 're_known' })
    const repaired: unknown[] = []
    const repair = async (kind: string, _about: object, work: () => Promise<unknown>) => {
      repaired.push([kind, await work().catch(({ name }) => name)])
    }
    const dispute = {
      ...{
        orderId: id,
        planId: null,
        invoiceId: null,
        ownerId: null,
        disputeId: 'dp_1',
        paymentIntentId: 'pi_1',
      },
      ...{ amountCents: 499, reason: 'fraudulent', status: 'open' as const, at: new Date().toISOString() },
    }
    const reported = [
      { type: 'refund-changed', data: dataOf({ orderId: known, stripeRefundId: 're_known' }) },
      { type: 'refund-changed', data: dataOf({ orderId: id, refundId, status: 'failed' }) },
      { type: 'dispute-changed', data: dispute },
      { type: 'refund-changed', data: dataOf({ orderId: newId() }) },
    ]
    for (const _round of [1, 2]) await findMissingPayments(reported as never, repair as never, shop.deps)
    const failed = ['unknown-refund', 'NotYet']
    expect(repaired).toEqual([['unknown-refund', undefined], ['unknown-dispute', undefined], failed, failed])
    expect(await shop.load(id)).toMatchObject({
      refunds: [{ status: 'failed' }],
      disputes: [{ status: 'open' }],
    })
  })

  test("when refunds and disputes of a plan's month were lost then they are repaired, once; without the month it fails", async () => {
    const { id } = await shop.paidOrder()
    const invoiceId = `in_${newId()}`
    await shop.orders.updateOne({ _id: id }, { invoiceId, type: 'monthly' })
    const about = { orderId: null, planId: newId(), invoiceId, paymentIntentId: 'pi_1', ownerId: null }
    const dispute = { disputeId: 'dp_1', amountCents: 499, reason: 'fraudulent', status: 'open' }
    const reported = [
      { type: 'plan-ended', data: { planId: about.planId } },
      { type: 'refund-changed', data: dataOf({ ...about, stripeRefundId: 're_month' }) },
      { type: 'dispute-changed', data: { ...about, ...dispute, at: new Date().toISOString() } },
      { type: 'refund-changed', data: dataOf({ ...about, invoiceId: 'in_of_a_month_without_order' }) },
    ]
    const repaired: object[] = []
    const repair = async (kind: string, where: object, work: () => Promise<unknown>) => {
      repaired.push({ kind, ...where, outcome: await work().catch(({ name }) => name) })
    }
    for (const _round of [1, 2]) await findMissingRefunds(reported as never, repair as never, shop.deps)
    const unknown = { orderId: null, invoiceId: 'in_of_a_month_without_order', outcome: 'NotYet' }
    expect(repaired).toEqual([
      { kind: 'unknown-refund', orderId: id, invoiceId },
      { kind: 'unknown-dispute', orderId: id, invoiceId },
      { kind: 'unknown-refund', ...unknown },
      { kind: 'unknown-refund', ...unknown },
    ])
    expect(await shop.load(id)).toMatchObject({
      refunds: [{ id: 're_month' }],
      disputes: [{ status: 'open' }],
    })
  })
})
