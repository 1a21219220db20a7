import {
  type AdminOrder,
  addBusinessDays,
  formatCents,
  type HistoryEntry,
  missingAddress,
  parcelIdOf,
  toAgreement,
  trackingUrlOf,
} from '@prankpost/contracts'
import { type Order, orderNumber } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import {
  fullContact,
  isItemSent,
  isSendingAgain,
  itemStatusOf,
  pendingReview,
  sentAgainAtOf,
} from './parcels.ts'
import { type Dispute, type Refund, refundedCents } from './refund.model.ts'
import { toHistoryReaction, toHistoryReveal } from './reveals.ts'

const expectedBusinessDays = 5

/** Fields for the relay, the search and the handling of unpaid orders; left out of lists. */
export const hiddenFields = {
  outbox: 0,
  outboxDueAt: 0,
  searchTerms: 0,
  unpaidUntil: 0,
  unpaidSlot: 0,
  taskAt: 0,
  taskCount: 0,
  refundPendingAt: 0,
  addressesDueAt: 0,
} as const
export type ListedOrder = Omit<Order, keyof typeof hiddenFields>
/** The fields that the history reads. */
type HistoryOrder = Pick<
  Order,
  '_id' | 'type' | 'status' | 'items' | 'paidAt' | 'createdAt' | 'sentAt' | 'statusHistory'
>

/** An order as the operator sees it; `stripeSubscriptionId` is that of the customer's plan, if they have one. */
export function toAdminOrder(order: ListedOrder, stripeSubscriptionId: string | null): AdminOrder {
  const id = String(order._id)
  const references = new Map(order.references?.map(({ parcelId, reference }) => [parcelId, reference]))
  return {
    id,
    orderNumber: orderNumber(order._id),
    createdAt: order.createdAt.toISOString(),
    totalAmount: formatCents(order.totalCents),
    subscriptionType: order.type,
    status: order.status,
    stripePaymentIntentId: order.paymentIntentId,
    customerName: order.customer.name,
    customerEmail: order.customer.email,
    customMessage: order.customMessage,
    discountCode: order.discountCode,
    user:
      order.ownerId === null
        ? null
        : { id: order.ownerId, email: order.customer.email ?? '', stripeSubscriptionId },
    refunded: formatCents(refundedCents(order)),
    refunds: (order.refunds ?? []).map(toAdminRefund),
    disputes: (order.disputes ?? []).map(toAdminDispute),
    agreement: order.agreement ? toAgreement(order.agreement) : null,
    cancellation: order.cancellation
      ? {
          by: order.cancellation.by,
          reason: order.cancellation.reason,
          at: order.cancellation.at.toISOString(),
        }
      : null,
    items: order.items.map((item) => ({
      id: item.id,
      quantity: item.quantity,
      price: formatCents(item.priceCents),
      prank: { name: item.prank.name, description: item.prank.description, tier: item.prank.tier },
      contact: fullContact(item),
      status: itemStatusOf(order, item),
      carrier: item.carrier ?? null,
      trackingNumber: item.trackingNumber,
      trackingUrl: trackingUrlOf(item.carrier ?? null, item.trackingNumber),
      deliveredAt: item.deliveredAt?.toISOString() ?? null,
      sentAgainAt: sentAgainAtOf(item)?.toISOString() ?? null,
      adminNotes: item.adminNotes,
      review: pendingReview(item),
      refusedBecause: item.refused?.reason ?? null,
      reference: references.get(parcelIdOf({ id, subscriptionType: order.type }, item)) ?? null,
    })),
    statusHistory: order.statusHistory.map(({ status, at, actor }) => ({
      status,
      at: at.toISOString(),
      actor,
    })),
  }
}

const toAdminRefund = ({ id, amountCents, status, reason, by, at, failureReason, resolvedAt }: Refund) => ({
  ...{ id, status, reason, by, failureReason },
  amount: formatCents(amountCents),
  at: at.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
})

const toAdminDispute = ({ id, status, reason, amountCents, openedAt, closedAt }: Dispute) => ({
  ...{ id, status, reason },
  amount: formatCents(amountCents),
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
})

/** The customer's history lines of an order: its items, or for a plan's month the parcels shipped so far. */
export function toHistoryEntries(order: HistoryOrder, now: Date): HistoryEntry[] {
  return order.items.map((item) => {
    // A plan's parcel that is sent again stays where its first sending was.
    const shippedAt = item.sentAgain?.[0]?.shippedAt ?? item.shippedAt
    const sentAt = (order.type === 'once' ? order.paidAt : shippedAt) ?? order.createdAt
    const expectedFrom = sentAgainAtOf(item) ?? sentAt
    const status = historyStatusOf(order, item)
    const isExpected = status !== 'delivered' && status !== 'cancelled'
    return {
      id: `${order._id}-${item.id}`,
      orderId: String(order._id),
      orderNumber: orderNumber(order._id),
      prankName: item.prank.name,
      prankImageUrl: item.prank.image,
      prankDescription: item.prank.description,
      status,
      contactName: item.contact.name,
      contactAddress: oneLine(item.contact),
      sentDate: sentAt.toISOString(),
      quantity: item.quantity,
      price: formatCents(item.priceCents),
      estimatedDelivery: isExpected
        ? (item.arriveBy
            ? new Date(`${item.arriveBy}T12:00:00Z`)
            : addBusinessDays(expectedFrom, expectedBusinessDays)
          ).toISOString()
        : null,
      trackingNumber: item.trackingNumber,
      addressForgottenAt: item.forgottenAt?.toISOString() ?? null,
      reveal: toHistoryReveal(item, isItemSent(order, item), now),
      reaction: toHistoryReaction(item),
      arriveBy: item.arriveBy ?? null,
    }
  })
}

/**
 * A parcel that was withdrawn or delivered says so, and one that was shipped before the others of its order. A plan's parcel is in
 * the history because it was shipped, perhaps to be sent again.
 */
function historyStatusOf(order: HistoryOrder, item: OrderItem): Order['status'] {
  if (item.withdrawnAt) return 'cancelled'
  if (item.deliveredAt) return 'delivered'
  if (order.status === 'processing' && isItemSent(order, item)) return 'shipped'
  if (order.type === 'once' || order.status === 'delivered') return order.status
  return isSendingAgain(item) ? 'processing' : 'shipped'
}

/** The address on one line, or the specification's text if an imported order has no address. */
export function oneLine({ address, address2, city, state, zipCode }: OrderItem['contact']): string {
  if (!address || address === missingAddress.address) return 'Details not available'
  return [address, address2, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
