import type { SessionUser } from '@prankpost/service-kit'
import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { markOrderPaid } from '../src/use-cases/mark-order-paid.ts'
import { markPaymentFailed } from '../src/use-cases/mark-payment-failed.ts'
import { changeOrderStatus } from '../src/use-cases/set-order-status.ts'
import { cart, glitter, item, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const place = async (as: SessionUser, body: unknown = cart(4.99)) => {
  const answer = await fixture.call('POST', '/api/create-order-record', { as, body })
  expect(answer.status).toBe(201)
  return answer.body.orderId as string
}
const ordersOf = ({ id }: SessionUser) => fixture.orders.countDocuments({ ownerId: id })
const at = new Date().toISOString()
const pay = (orderId: string) =>
  markOrderPaid(
    { orderId, sessionId: 'cs_1', paymentIntentId: 'pi_1', amountCents: 499, paidAt: at },
    fixture.deps,
  )

describe('the same cart', () => {
  test('when it is placed five times at once, and again, then there is one order', async () => {
    const pat = newCustomer()
    const orderIds = await Promise.all(Array.from({ length: 5 }, () => place(pat)))
    orderIds.push(await place(pat))
    expect(new Set(orderIds).size).toBe(1)
    expect(await ordersOf(pat)).toBe(1)
  })

  test('when it is paid for in one call, five times at once, then there is one order and one session is requested', async () => {
    const pat = newCustomer()
    const requested: string[] = []
    fixture.others.openSession = async (request) => {
      const { orderId } = request as { orderId: string }
      requested.push(orderId)
      return { sessionId: `cs_of_${orderId}`, url: 'http://pay.test/1' }
    }
    const { total: amount, ...rest } = cart(4.99)
    const body = { ...rest, amount, subscriptionType: 'once' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        fixture.call('POST', '/api/create-checkout-session', { as: pat, body }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.sessionId)).size).toBe(1)
    expect(new Set(requested).size).toBe(1)
    expect(await ordersOf(pat)).toBe(1)
  })

  test('when its payment failed then it is still the same order', async () => {
    const pat = newCustomer()
    const orderId = await place(pat)
    await markPaymentFailed({ orderId, sessionId: 'cs_1', reason: 'expired', at }, fixture.deps)
    expect((await fixture.orders.findById(orderId).lean())?.status).toBe('payment_failed')
    expect(await place(pat)).toBe(orderId)
  })

  test.each([
    ['the payment', pay],
    ['the operator', (orderId: string) => changeOrderStatus({ orderId, status: 'paid' }, fixture.deps)],
    [
      'the operator, as shipped',
      (orderId: string) => changeOrderStatus({ orderId, status: 'shipped' }, fixture.deps),
    ],
  ])(
    'when its order was paid by %s then it is a new order, and further calls return that one',
    async (_by, becomePaid) => {
      const pat = newCustomer()
      const first = await place(pat)
      await becomePaid(first)
      const [second, third] = await Promise.all([place(pat), place(pat)])
      expect(second).not.toBe(first)
      expect(third).toBe(second)
      // A paid order that the operator sets back to pending does not block a new one.
      await changeOrderStatus({ orderId: first, status: 'pending' }, fixture.deps)
      expect(await place(pat)).toBe(second)
      await becomePaid(second)
      expect(await ordersOf(pat)).toBe(2)
    },
  )

  test('when earlier orders were forgotten then each repeat is still one new order, and never a paid one', async () => {
    const pat = newCustomer()
    const ids: string[] = []
    for (let round = 0; round < 3; round++) {
      ids.push(await place(pat))
      await pay(ids[round] ?? '')
    }
    // The cart key is removed with the first address that is forgotten.
    await fixture.orders.updateMany({ _id: { $in: ids.slice(0, 2) } }, { $unset: { cartKey: 1 } })
    for (let round = 0; round < 2; round++) {
      const next = await place(pat)
      expect(ids).not.toContain(next)
      expect(await place(pat)).toBe(next)
      ids.push(next)
      await pay(next)
    }
    expect(await ordersOf(pat)).toBe(5)
  })

  test('when it is paid while it is placed again, three times, then no call fails and at most one new order is made', async () => {
    const pat = newCustomer()
    for (let round = 0; round < 3; round++) {
      const orderId = await place(pat)
      const [, ...orderIds] = await Promise.all([pay(orderId), place(pat), place(pat), place(pat)])
      const others = new Set(orderIds.filter((id) => id !== orderId))
      expect(others.size).toBeLessThanOrEqual(1)
      for (const other of others) await pay(other)
    }
    const unpaid = await fixture.orders.countDocuments({ ownerId: pat.id, paidAt: { $exists: false } })
    expect(unpaid).toBe(0)
  })

  test('when the write of an abandoned call arrives after the order was paid then it makes no second order', async () => {
    const pat = newCustomer()
    let release = () => {}
    const delay = new Promise<void>((resolve) => {
      release = resolve
    })
    const { insert } = fixture.deps.outbox
    // The host of the first call loses its network at this moment, and the customer repeats the call at another host.
    const late = vi.spyOn(fixture.deps.outbox, 'insert').mockImplementationOnce(async (...order) => {
      await delay
      return insert(...order)
    })
    const unanswered = place(pat)
    await until(() => late.mock.calls.length === 1)
    const orderId = await place(pat)
    await pay(orderId)
    release()
    expect(await unanswered).toBe(orderId)
    expect(await ordersOf(pat)).toBe(1)
    late.mockRestore()
  })
})

describe('another cart', () => {
  const target = { contactName: 'Aunt Edna' }
  test.each([
    ['another target', cart(4.99, [item(target)])],
    ['another address', cart(4.99, [item({ contactAddress: '2 Garden Path' })])],
    ['another quantity', cart(9.98, [item({ quantity: 2 })])],
    ['another prank', cart(12.5, [item({ prankId: glitter.id, price: '12.50' })])],
    ['a discount', cart(0.99, [item()], { discountCode: 'MARKYMARC' })],
    ['a message', cart(4.99, [item()], { customMessage: 'Guess who?' })],
    ['one more item', cart(9.98, [item(), item()])],
    ['another target with the same address', cart(4.99, [item({ contactId: `local-${newId()}` })])],
  ])('when it has %s then it is another order', async (_what, body) => {
    const pat = newCustomer()
    const first = await place(pat)
    expect(await place(pat, body)).not.toBe(first)
    expect(await place(pat)).toBe(first)
  })

  test('when another customer places it then it is another order', async () => {
    expect(await place(newCustomer())).not.toBe(await place(newCustomer()))
  })
})
