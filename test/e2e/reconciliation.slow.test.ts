import type { EventName, ServiceName, Subscription } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { connect } from 'amqplib'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { metricsOf } from '../support/metrics.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'fulfilment'],
    restart: false,
    crashAt: {},
    env: {
      // Long enough for messages in transit, so that only dropped ones count as lost.
      all: { RECONCILE_AFTER_MS: '4000', RECONCILE_EVERY_MS: '500' },
      payment: { SESSION_SWEEP_AFTER_MS: '2000' },
    },
  })
  ledgers = openLedgers(stack)
})
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

/** Waits until published events are marked as such: a process that dies before that publishes them again. */
const published = () => until(async () => (await ledgers.traffic.outboxes()) === 0)

/**
 * Drops the messages that wait for a stopped service, as a purge or a lost disk would, once there are `count` of them. A process
 * that died may have published some of them before, so the second copies are waited for, too.
 */
async function lose(service: ServiceName, event: EventName, count: number) {
  await published()
  const queue = `${stack.queuePrefix}${service}.${event}`
  const connection = await connect(stack.amqpUrl, { noDelay: true })
  try {
    const channel = await connection.createChannel()
    await until(async () => (await channel.checkQueue(queue)).messageCount >= count)
    await channel.purgeQueue(queue)
  } finally {
    await connection.close()
  }
}

const found = async (service: ServiceName) => {
  const metrics = await metricsOf(stack, service)
  return (kind: string) => metrics.valueOf('reconciled_total', { kind })
}

async function subscriber() {
  const shopper = await new Shopper(stack).signUp()
  const path = '/api/create-subscription-checkout'
  const { sessionId } = (await shopper.insist('POST', path, { prankCount: 2 }, 200)).body
  const plan = async () =>
    ((await shopper.call('GET', '/api/subscriptions')).body as Subscription[])[0] ?? null
  const inStatus = (status: string) =>
    until(async () => {
      const found = await plan().catch(() => null)
      return found?.status === status ? found : null
    })
  return { sessionId: String(sessionId), inStatus }
}

/** What Stripe does without a request, such as ending a plan. */
const endAtProvider = (stripeSubscriptionId: string | null) =>
  fetch(`${stack.sandboxUrl}/v1/subscriptions/${stripeSubscriptionId}`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer sk_test_of_this_test' },
  })

test('when messages are lost permanently, and subscription dies at reconciliation:repaired, then orders are paid, plans run, months have orders, once, all of it is shipped, what arrived is delivered, what is disputed is held, and each repair is counted', async () => {
  const sandbox = sandboxOf(stack)
  // One purchase without any loss, which must not be found.
  const lucky = await new Shopper(stack).signUp()
  const { orderId: luckyOrder, sessionId: luckySession } = await lucky.checkOut()
  await sandbox.pay(luckySession)
  await lucky.historyOf(1)

  const buyer = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await buyer.checkOut()
  const [staying, leaving] = [await subscriber(), await subscriber()]

  await published()
  for (const name of ['order', 'subscription', 'fulfilment']) await stack.kill(name)
  for (const session of [sessionId, staying.sessionId, leaving.sessionId]) await sandbox.pay(session)
  await lose('order', 'payment-succeeded', 1)
  await lose('subscription', 'plan-paid', 2)

  // It dies after it paid the plans, and before it noted how far it had read.
  stack.crashAt('subscription', 'reconciliation:repaired')
  stack.start('subscription')
  await stack.crashed('subscription')
  stack.start('subscription')
  const [plan, ending] = [await staying.inStatus('active'), await leaving.inStatus('active')]
  await lose('order', 'subscription-created', 2)
  await stack.kill('subscription')
  await sandbox.bill(String(plan.stripeSubscriptionId), 'renew')
  await endAtProvider(ending.stripeSubscriptionId)
  await lose('subscription', 'plan-renewed', 1)
  await lose('subscription', 'plan-ended', 1)

  stack.start('subscription')
  await leaving.inStatus('cancelled')
  await lose('fulfilment', 'subscription-created', 2)
  await lose('order', 'subscription-renewed', 1)
  await lose('order', 'subscription-cancelled', 1)
  await lose('fulfilment', 'subscription-renewed', 1)
  await lose('fulfilment', 'subscription-cancelled', 1)
  const subscriptionFound = await found('subscription')
  expect(subscriptionFound('paid-month-not-on-plan')).toBe(1)
  expect(subscriptionFound('ended-plan-running')).toBe(1)

  stack.start('order')
  await buyer.historyOf(1)
  await until(async () => (await ledgers.orders.countDocuments({ plan: { $ne: null } })) === 3)
  await lose('fulfilment', 'order-paid', 1)
  const orderFound = await found('order')
  expect(orderFound('payment-of-unpaid-order')).toBe(1)
  expect(orderFound('month-without-order')).toBe(3)
  await until(() => ledgers.orders.findOne({ 'plan.subscriptionId': ending.id, status: 'cancelled' }))
  expect((await found('order'))('ended-plan-with-open-month')).toBe(1)

  stack.start('fulfilment')
  await until(() => ledgers.shipments.findOne({ orderId, parcelsDue: 1 }))
  await until(async () => (await ledgers.shipments.countDocuments({ invoiceId: { $exists: true } })) === 3)
  const due = { 'plan.subscriptionId': ending.id, parcelsDue: { $exists: true } }
  await until(async () => (await ledgers.shipments.countDocuments(due)) === 0)
  const fulfilmentFound = await found('fulfilment')
  expect(fulfilmentFound('order-without-shipment')).toBe(1)
  expect(fulfilmentFound('month-without-shipment')).toBe(3)
  expect(fulfilmentFound('ended-plan-still-due')).toBe(1)
  expect(await ledgers.shipments.countDocuments({ 'plan.subscriptionId': plan.id, parcelsDue: 2 })).toBe(2)
  expect(await ledgers.orders.countDocuments({})).toBe(5)

  // An order arrives. Banks open disputes about another one and about a plan's month.
  await stack.kill('fulfilment')
  const path = `/api/admin/orders/${luckyOrder}/status`
  await new Shopper(stack).insist(
    'PATCH',
    path,
    { status: 'delivered', adminPassword: stack.adminPassword },
    200,
  )
  await lose('fulfilment', 'parcel-delivered', 1)
  const disputed = await ledgers.orders
    .find({ $or: [{ _id: new ObjectId(orderId) }, { 'plan.subscriptionId': plan.id, type: 'subscription' }] })
    .toArray()
  for (const { paymentIntentId } of disputed) await sandbox.dispute(String(paymentIntentId), 'fraudulent')
  await lose('fulfilment', 'dispute-changed', 2)
  stack.start('fulfilment')
  const held = { heldAt: { $type: 'date' as const }, parcelsDue: { $exists: false } }
  await until(async () => (await ledgers.shipments.countDocuments(held)) === 2)
  expect((await found('fulfilment'))('dispute-not-followed')).toBe(2)
  const arrived = { orderId: luckyOrder, 'parcels.deliveredAt': { $type: 'date' as const } }
  await until(() => ledgers.shipments.findOne(arrived))
  expect((await found('fulfilment'))('parcels-not-updated')).toBe(1)
})
