import {
  type AdminOrder,
  formatCents,
  type HistoryEntry,
  missingAddress,
  parcelIdOf,
} from '@prankpost/contracts'
import { addBusinessDays } from './business-days.ts'
import { type Order, type OrderItem, orderNumber } from './order.model.ts'

const deliveryBusinessDays = 5

/** Fields for the relay, the search and the handling of unpaid orders; left out of lists. */
export const hiddenFields = {
  outbox: 0,
  outboxDueAt: 0,
  searchTerms: 0,
  unpaidUntil: 0,
  unpaidSlot: 0,
} as const
export type ListedOrder = Omit<Order, keyof typeof hiddenFields>
/** The fields that the history reads. */
type HistoryOrder = Pick<Order, '_id' | 'type' | 'status' | 'items' | 'paidAt' | 'createdAt'>

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
    items: order.items.map((item) => ({
      id: item.id,
      quantity: item.quantity,
      price: formatCents(item.priceCents),
      prank: { name: item.prank.name, description: item.prank.description, tier: item.prank.tier },
      contact: item.contact,
      trackingNumber: item.trackingNumber,
      adminNotes: item.adminNotes,
      reference: references.get(parcelIdOf({ id, subscriptionType: order.type }, item)) ?? null,
    })),
    statusHistory: order.statusHistory.map(({ status, at, actor }) => ({
      status,
      at: at.toISOString(),
      actor,
    })),
  }
}

/** The customer's history lines of an order: its items, or for a plan's month the parcels shipped so far. */
export function toHistoryEntries(order: HistoryOrder): HistoryEntry[] {
  return order.items.map((item) => {
    const sentAt = (order.type === 'once' ? order.paidAt : item.shippedAt) ?? order.createdAt
    return {
      id: `${order._id}-${item.id}`,
      orderId: String(order._id),
      orderNumber: orderNumber(order._id),
      prankName: item.prank.name,
      prankImageUrl: item.prank.image,
      prankDescription: item.prank.description,
      status: order.type !== 'once' && order.status !== 'delivered' ? 'shipped' : order.status,
      contactName: item.contact.name,
      contactAddress: oneLine(item.contact),
      sentDate: sentAt.toISOString(),
      quantity: item.quantity,
      price: formatCents(item.priceCents),
      estimatedDelivery:
        order.status === 'delivered' ? null : addBusinessDays(sentAt, deliveryBusinessDays).toISOString(),
      trackingNumber: item.trackingNumber,
    }
  })
}

/** The address on one line, or the specification's text if an imported order has no address. */
export function oneLine({ address, city, state, zipCode }: OrderItem['contact']): string {
  if (!address || address === missingAddress.address) return 'Details not available'
  return [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
