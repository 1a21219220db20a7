import type { Subscription } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription'],
    replicas: 2,
    env: { payment: { EVENT_SWEEP_EVERY_MS: '1000', SESSION_SWEEP_AFTER_MS: '3000' } },
    crashAt: { payment: 'payment:missed-event-recorded' },
  })
  ledgers = openLedgers(stack)
  await sandboxOf(stack).chaos({ dropPercent: 100 })
})
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

/** A customer with a plan that was paid at the provider, without any report to the store. */
async function subscriber() {
  const shopper = await new Shopper(stack).signUp()
  const path = '/api/create-subscription-checkout'
  const { sessionId } = (await shopper.insist('POST', path, { prankCount: 3 }, 200)).body
  const { body } = await sandboxOf(stack).pay(sessionId)
  const stripeId = (body as { subscription: string }).subscription
  return {
    bill: (how: 'renew' | 'fail-renewal') => provider('POST', `/test/subscriptions/${stripeId}/${how}`),
    endAtProvider: () => provider('DELETE', `/v1/subscriptions/${stripeId}`),
    inStatus: (status: Subscription['status']) =>
      until(async () => {
        const { body: plans } = await shopper.insist('GET', '/api/subscriptions', undefined, 200)
        return (plans as Subscription[])[0]?.status === status
      }),
    orders: (count: number) =>
      until(async () => {
        const found = await ledgers.orders
          .find({ 'plan.stripeSubscriptionId': stripeId })
          .sort({ paidAt: 1 })
          .toArray()
        return found.length >= count ? found.map(({ type, totalCents }) => [type, totalCents]) : null
      }),
  }
}

async function provider(method: string, path: string) {
  const headers = { authorization: 'Bearer sk_test_of_this_test' }
  const response = await fetch(stack.sandboxUrl + path, { method, headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

const first = ['subscription', 1497]
const renewal = ['monthly', 1497]

describe('when no webhook arrives', () => {
  test('and payment dies in between then renewals, a failed one and the end reach plan and orders, once', async () => {
    const { bill, endAtProvider, inStatus, orders } = await subscriber()
    await inStatus('active')
    await bill('renew')
    await bill('renew')
    await stack.crashed('payment')
    expect(await orders(3)).toEqual([first, renewal, renewal])
    await bill('fail-renewal')
    await inStatus('past_due')
    await bill('renew')
    await inStatus('active')
    await bill('fail-renewal')
    await endAtProvider()
    await inStatus('cancelled')
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    expect(await orders(4)).toEqual([first, renewal, renewal, renewal])
  })

  test('and the plan is unknown when it renews and ends then all of it is reported at once', async () => {
    const { bill, endAtProvider, inStatus, orders } = await subscriber()
    await bill('renew')
    await endAtProvider()
    await inStatus('cancelled')
    expect(await orders(2)).toEqual([first, renewal])
  })
})

describe('when two replicas of each service run', () => {
  test('and webhooks arrive several times, mixed, then every order is paid once and published once', async () => {
    const orderPaid = await collectEvents(stack, 'order-paid')
    const sandbox = sandboxOf(stack)
    await sandbox.chaos({ duplicates: 4, shuffle: true, delayMs: 300 })
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => new Shopper(stack).signUp()))
    const orders = await Promise.all(
      shoppers.map(async (shopper) => {
        const checkedOut = await shopper.checkOut()
        await sandbox.pay(checkedOut.sessionId)
        await shopper.confirm(checkedOut.sessionId, checkedOut.orderId)
        return checkedOut.orderId
      }),
    )
    for (const [n, shopper] of shoppers.entries()) {
      expect(await shopper.historyOf(1)).toMatchObject([{ orderId: orders[n], status: 'paid' }])
    }
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    await until(async () => {
      const { events } = await sandbox.state()
      return events.every(({ pending_webhooks }) => pending_webhooks === 0)
    })
    // A relay may publish an event twice: it is one event, with one id.
    const published = () => new Map(orderPaid.map(({ id, subject }) => [id, subject]))
    await until(() => published().size >= orders.length)
    expect([...published().values()].sort()).toEqual([...orders].sort())
    await orderPaid.close()
  })
})
