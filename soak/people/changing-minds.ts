import { randomUUID } from 'node:crypto'
import { type AdminOrder, formatCents, type HistoryEntry, parseMoney } from '@prankpost/contracts'
import type { Cancellation, RefundGiven, StripeSandbox } from '../../ledgers/index.ts'
import type { Desk } from './operator.ts'
import { type Customer, expectStatus, type Shop } from './shop.ts'

/** A customer cancels one of the newest orders. 409: the operator was faster. @throws GaveUp */
export async function cancelOrder({ caller, random }: Customer, shop: Shop): Promise<void> {
  const history = await caller.insist({ method: 'GET', path: '/api/prank-history' })
  if (expectStatus(history, [200], 'prank-history', shop) === null) return
  const paid = (history.body as HistoryEntry[]).filter(({ status }) => status === 'paid')
  const entry = paid[random.between(0, Math.min(paid.length, 5) - 1)]
  if (entry === undefined || shop.journal.cancellations.has(entry.orderId)) return
  const cancellation: Cancellation = { by: 'customer', done: 'unsure' }
  shop.journal.cancelled(entry.orderId, cancellation)
  const answer = await caller.insist({ method: 'POST', path: `/api/orders/${entry.orderId}/cancel` })
  const expected = expectStatus(answer, [200, 409], `cancel ${entry.orderId}`, shop)
  if (expected !== null) cancellation.done = expected.status === 200 ? 'sure' : 'not done'
}

/** How often the operator refunds a part of an order in a round, and how often Stripe's dashboard is used instead. */
const refundsPerRound = 0.3
const inDashboard = 0.2

/** The operator refunds a part of one order. 409: it is refunded already, or less is left. @throws GaveUp */
export async function refundSomething(desk: Desk, sandbox: StripeSandbox, shop: Shop): Promise<void> {
  const { random } = desk
  if (!random.happens(refundsPerRound)) return
  const answer = await desk.call('GET', '/api/admin/orders?unpaid=exclude&limit=50')
  if (expectStatus(answer, [200], 'admin/orders', shop) === null) return
  const orders = (answer.body.items as AdminOrder[]).filter(
    ({ subscriptionType, stripePaymentIntentId }) =>
      subscriptionType === 'once' && stripePaymentIntentId !== null,
  )
  const [order] = random.shuffled(orders)
  if (order === undefined) return
  const cents = random.between(1, Math.max(1, Math.floor((parseMoney(order.totalAmount) ?? 0) / 3)))
  if (random.happens(inDashboard)) {
    // Too much for what is left, or no answer: Stripe's ledger has the result.
    await sandbox.refund(String(order.stripePaymentIntentId), cents).catch(() => undefined)
    return
  }
  const key = randomUUID()
  const refund: RefundGiven = { orderId: order.id, cents, done: 'unsure' }
  shop.journal.refunded(key, refund)
  const path = `/api/admin/orders/${order.id}/refunds`
  const body = { amount: formatCents(cents), reason: 'A part of it was broken' }
  const given = await desk.call('POST', path, body, { 'idempotency-key': key })
  const expected = expectStatus(given, [201, 409], `refund of ${order.id}`, shop)
  if (expected !== null) refund.done = expected.status === 201 ? 'sure' : 'not done'
}
