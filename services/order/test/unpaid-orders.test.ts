import type { SessionUser } from '@prankpost/service-kit'
import { unavailable } from '@prankpost/service-kit'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { backfillUnpaid } from '../src/use-cases/backfill-unpaid.ts'
import { expireUnpaidOrder } from '../src/use-cases/expire-unpaid-order.ts'
import { markOrderPaid } from '../src/use-cases/mark-order-paid.ts'
import { markPaymentFailed } from '../src/use-cases/mark-payment-failed.ts'
import { changeOrderStatus } from '../src/use-cases/set-order-status.ts'
import { cart, item, newCart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const record = (as: SessionUser, body: unknown = newCart()) =>
  fixture.call('POST', '/api/create-order-record', { as, body })
const place = async (as = newCustomer(), body?: unknown) => {
  const answer = await record(as, body)
  expect(answer.status).toBe(201)
  return answer.body.orderId as string
}
const load = (orderId: string) => fixture.orders.findById(orderId).lean()
const pay = (orderId: string) =>
  markOrderPaid(
    {
      orderId,
      sessionId: 'cs_1',
      paymentIntentId: 'pi_1',
      amountCents: 499,
      paidAt: new Date().toISOString(),
    },
    fixture.deps,
  )

describe('the unpaid orders of one customer in an hour', () => {
  const limit = 4
  const deps = fixture.deps
  beforeEach(() => {
    deps.unpaidOrderLimit = limit
  })
  afterAll(() => {
    deps.unpaidOrderLimit = 1_000
  })
  /** A customer who has reached the limit. */
  const full = async () => {
    const pat = newCustomer()
    const orderIds: string[] = []
    for (let n = 0; n < limit; n++) orderIds.push(await place(pat))
    return { pat, orderIds: orderIds as [string, ...string[]] }
  }

  test('when 20 are placed at once, then 4 are there, and the other calls are refused', async () => {
    const pat = newCustomer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(pat)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
    expect(await fixture.orders.countDocuments({ ownerId: pat.id })).toBe(limit)
  })

  test('when there are 4, then the next is a 429 that says what to do and when to retry, also for create-checkout-session', async () => {
    const { pat } = await full()
    const { status, body, headers } = await record(pat)
    expect([status, body.code]).toEqual([429, 'too_many'])
    expect(body.message).toBe(
      'You have placed 4 orders within an hour and not paid them. Please pay one of them, or try again in 60 minutes.',
    )
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
    const { total: amount, ...rest } = newCart()
    const oneCall = await fixture.call('POST', '/api/create-checkout-session', {
      as: pat,
      body: { ...rest, amount },
    })
    expect(oneCall.status).toBe(429)
    expect((await record(newCustomer())).status).toBe(201)
  })

  test('when the same cart is placed again, then it is the same order and does not count', async () => {
    const pat = newCustomer()
    const carts = Array.from({ length: limit }, newCart)
    const orderIds: string[] = []
    for (const one of carts) orderIds.push(await place(pat, one))
    expect((await record(pat)).status).toBe(429)
    const again = await Promise.all(carts.map((one) => place(pat, one)))
    expect(again).toEqual(orderIds)
  })

  test.each([
    ['the payment', pay],
    ['the operator', (orderId: string) => changeOrderStatus({ orderId, status: 'paid' }, fixture.deps)],
  ])('when one is paid by %s, then one more can be placed', async (_by, becomePaid) => {
    const { pat, orderIds } = await full()
    await becomePaid(orderIds[0])
    expect(await load(orderIds[0])).not.toHaveProperty('unpaidSlot')
    await place(pat)
    expect((await record(pat)).status).toBe(429)
  })

  test('when one is older than an hour, then one more can be placed', async () => {
    const { pat, orderIds } = await full()
    const longAgo = new Date(Date.now() - 61 * 60_000)
    await fixture.orders.updateOne({ _id: orderIds[0] }, { $set: { createdAt: longAgo } })
    await place(pat)
    expect((await record(pat)).status).toBe(429)
  })
})

/** Makes an order so old that it has expired; the sweep waits ten more minutes. */
const age = (orderId: string, minutes = 11) => {
  const unpaidUntil = new Date(Date.now() - minutes * 60_000)
  const createdAt = new Date(unpaidUntil.getTime() - 7 * 86_400_000)
  return fixture.deps.outbox.change({ _id: orderId }, () => ({
    update: { $set: { createdAt, unpaidUntil } },
  }))
}
const aged = async (as = newCustomer(), body?: unknown) => {
  const orderId = await place(as, body)
  await age(orderId)
  return orderId
}
const sweep = async () => {
  while (await expireUnpaidOrder(fixture.deps));
}

describe('an order that was not paid within 7 days', () => {
  const calls: unknown[][] = []
  beforeEach(async () => {
    await fixture.orders.deleteMany({})
    calls.length = 0
    fixture.others.removeUnpaid = async (...call) => {
      calls.push(call)
      return { removed: true }
    }
  })

  test('when payment has removed its record, then it is removed; newer and paid orders stay', async () => {
    const expired = await aged()
    await fixture.orders.updateOne(
      { _id: expired },
      { $set: { 'checkout.stripeSessionId': 'cs_1', status: 'payment_failed' } },
    )
    const young = await place()
    const justExpired = await place()
    await age(justExpired, 5)
    const paid = await aged()
    await pay(paid)
    await sweep()
    expect(calls).toEqual([[`/internal/orders/${expired}/remove-unpaid`, { sessionId: 'cs_1' }]])
    expect((await fixture.orders.find({}, { _id: 1 }).lean()).map(({ _id }) => String(_id)).sort()).toEqual(
      [young, justExpired, paid].sort(),
    )
  })

  test('when payment reports that it is paid or can still be paid, then it stays and is checked again later', async () => {
    const expired = await aged()
    fixture.others.removeUnpaid = async (...call) => {
      calls.push(call)
      return { removed: false }
    }
    await sweep()
    expect(calls).toHaveLength(1)
    expect(await load(expired)).not.toBeNull()
    await pay(expired)
    expect(await load(expired)).toMatchObject({ status: 'paid' })
    expect(await load(expired)).not.toHaveProperty('unpaidUntil')
  })

  test('when payment is unavailable, then it stays and is due again', async () => {
    const expired = await aged()
    fixture.others.removeUnpaid = async () => {
      throw unavailable()
    }
    await expect(expireUnpaidOrder(fixture.deps)).rejects.toMatchObject({ status: 503 })
    const due = (await load(expired))?.unpaidUntil?.getTime() ?? 0
    // Due again after ten rounds of the sweep, plus the ten minutes that the sweep waits after the expiry.
    expect(Math.abs(due + 10 * 60_000 - Date.now())).toBeLessThan(60_000)
  })

  test('when it is paid during the call to payment, then it is paid and stays', async () => {
    const expired = await aged()
    fixture.others.removeUnpaid = async () => {
      await pay(expired)
      return { removed: true }
    }
    await sweep()
    expect(await load(expired)).toMatchObject({ status: 'paid', paymentIntentId: 'pi_1' })
  })

  test('when two replicas sweep at once, then payment is called once for each order', async () => {
    for (let n = 0; n < 5; n++) await aged()
    await Promise.all([sweep(), sweep(), sweep()])
    expect(calls).toHaveLength(5)
    expect(await fixture.orders.countDocuments({})).toBe(0)
  })

  test('when it is not removed yet, then it cannot be paid, and its cart makes a new order', async () => {
    const pat = newCustomer()
    const body = cart(4.99, [item()])
    const expired = await aged(pat, body)
    const answer = await fixture.call('POST', '/api/create-stripe-session', {
      as: pat,
      body: { orderId: expired, total: 4.99 },
    })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This order has expired. Please start a new one from your Arsenal.',
    ])
    const fresh = await place(pat, body)
    expect(fresh).not.toBe(expired)
    expect(await place(pat, body)).toBe(fresh)
  })

  test('when its payment-failed arrives after its removal, then nothing happens', async () => {
    const expired = await aged()
    await sweep()
    const at = new Date().toISOString()
    await markPaymentFailed({ orderId: expired, sessionId: 'cs_1', reason: 'expired', at }, fixture.deps)
    expect(await load(expired)).toBeNull()
  })

  test('when an earlier version placed it, then the backfill sets its expiry; a second run changes nothing', async () => {
    const legacy = await aged()
    const paid = await place()
    await pay(paid)
    await changeOrderStatus({ orderId: paid, status: 'pending' }, fixture.deps)
    const createdAt = (await load(legacy))?.createdAt.getTime() ?? 0
    await fixture.orders.updateOne({ _id: legacy }, { $unset: { unpaidUntil: 1 } })
    await backfillUnpaid(fixture.deps)
    await backfillUnpaid(fixture.deps)
    expect((await load(legacy))?.unpaidUntil?.getTime()).toBe(createdAt + 7 * 86_400_000)
    expect(await load(paid)).not.toHaveProperty('unpaidUntil')
    await sweep()
    expect(await load(legacy)).toBeNull()
    expect(await load(paid)).not.toBeNull()
  })
})
