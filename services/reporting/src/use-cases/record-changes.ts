import type { EventData } from '@prankpost/contracts'
import { Poison } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { project } from '../projected.ts'
import { purchasesOf } from '../projections.ts'
import { mergePurchase, type PurchaseFacts } from '../purchase-facts.ts'

/** Records the decision about a refund. */
export const recordRefundRequest = (
  { refundId, orderId, invoiceId, amountCents, at }: EventData<'refund-requested'>,
  deps: Deps,
): Promise<void> =>
  record(orderId ?? invoiceId, deps, {
    refunds: [{ id: refundId, cents: amountCents, status: 'pending', at: new Date(at) }],
  })

/** Records what Stripe says about a refund. @throws Poison when it names no refund */
export function recordRefund(data: EventData<'refund-changed'>, deps: Deps): Promise<void> {
  const { refundId, stripeRefundId, orderId, invoiceId, amountCents, status, at } = data
  const id = refundId ?? stripeRefundId
  if (id === null) throw new Poison('a refund without an id')
  return record(orderId ?? invoiceId, deps, {
    refunds: [{ id, cents: amountCents, status, at: new Date(at) }],
  })
}

/** Records a dispute about a payment. */
export const recordDispute = (
  { disputeId, orderId, invoiceId, amountCents, status, at }: EventData<'dispute-changed'>,
  deps: Deps,
): Promise<void> =>
  record(orderId ?? invoiceId, deps, {
    disputes: [{ id: disputeId, cents: amountCents, status, at: new Date(at), changedAt: new Date(at) }],
  })

/** Records the status of a one-time order. The status of a plan's month does not matter: the month was paid. */
export async function recordStatus(
  { orderId, type, to, at }: EventData<'order-status-changed'>,
  deps: Deps,
): Promise<void> {
  if (type === 'once') await record(orderId, deps, { status: { to, at: new Date(at) } })
}

/** Records a shipped parcel of an order or of a plan's month. */
export const recordParcel = (
  { orderId, invoiceId, shipmentId, parcelId, prank, quantity, shippedAt }: EventData<'prank-shipped'>,
  deps: Deps,
): Promise<void> =>
  record(orderId ?? invoiceId ?? shipmentId, deps, {
    parcels: [
      { id: parcelId, prankId: prank.id, name: prank.name, quantity, shippedAt: new Date(shippedAt) },
    ],
  })

/** A repeat changes nothing, and no event waits for another one. @throws Poison when the event names no purchase */
function record(id: string | null, deps: Deps, news: Partial<PurchaseFacts>): Promise<void> {
  if (id === null) throw new Poison('a payment of neither an order nor a month')
  return project(purchasesOf(deps), id, (known) => mergePurchase(known, news))
}
