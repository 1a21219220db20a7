import {
  type CustomerOrder,
  formatCents,
  type LinkedOrder,
  toAgreement,
  trackingUrlOf,
} from '@prankpost/contracts'
import { expectedRange } from './arrivals.ts'
import { type Order, orderNumber } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { customerItemStatusOf, fullContact, pendingReview, sentAgainAtOf, shippedAtOf } from './parcels.ts'
import { refundedCents } from './refund.model.ts'
import { timelineOf } from './timeline.ts'
import { cancelUntil, whyNotCancel } from './use-cases/cancel-order.ts'
import { whyNotEdit } from './why-not-edit.ts'

/** An order as its customer sees it. */
export function toCustomerOrder(order: Order, now: Date): CustomerOrder {
  return {
    id: String(order._id),
    number: orderNumber(order._id),
    type: order.type,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    total: formatCents(order.totalCents),
    refunded: formatCents(refundedCents(order)),
    discountCode: order.discountCode,
    customMessage: order.customMessage,
    agreement: order.agreement ? toAgreement(order.agreement) : null,
    items: order.items.map((item) => ({
      ...trackingOf(order, item),
      ...itemOf(item),
      review: reviewOf(order, item),
    })),
    timeline: timelineOf(order),
    can: {
      cancel: whyNotCancel(order, now) === null,
      cancelUntil: cancelUntil(order)?.toISOString() ?? null,
      edit: whyNotEdit(order) === null,
    },
  }
}

function itemOf(item: OrderItem) {
  const contact = fullContact(item)
  return {
    id: item.id,
    prankId: item.prank.id,
    prankName: item.prank.name,
    prankImage: item.prank.image,
    quantity: item.quantity,
    price: formatCents(item.priceCents),
    contactId: item.contactId,
    contactName: contact.name,
    contactAddress: contact.address,
    contactAddress2: contact.address2,
    contactCity: contact.city,
    contactState: contact.state,
    contactZipCode: contact.zipCode,
    addressForgottenAt: item.forgottenAt?.toISOString() ?? null,
    arriveBy: item.arriveBy ?? null,
  }
}

/** Whether a person reviews the parcel or refused it, without what was found. */
function reviewOf(order: Order, item: OrderItem): CustomerOrder['items'][number]['review'] {
  if (item.refused) {
    const refund = order.refunds?.find(({ id }) => id === item.refused?.refundId)
    const refunded = refund ? formatCents(refund.amountCents) : null
    return { state: 'refused', reason: item.refused.reason, refunded }
  }
  const isPending = customerItemStatusOf(order, item) === 'held' && pendingReview(item) !== null
  return isPending ? { state: 'pending', reason: null, refunded: null } : null
}

/** The order behind a link in a mail: without payer, message, street and names of targets. */
export const toLinkedOrder = (order: Order, expiresAt: Date): LinkedOrder => ({
  number: orderNumber(order._id),
  type: order.type,
  status: order.status,
  paidAt: order.paidAt?.toISOString() ?? null,
  items: order.items.map((item) => ({
    ...trackingOf(order, item),
    prankName: item.prank.name,
    prankImage: item.prank.image,
    quantity: item.quantity,
    contactCity: fullContact(item).city,
  })),
  expiresAt: expiresAt.toISOString(),
})

/** The state of a parcel and where it is. */
function trackingOf(order: Order, item: OrderItem) {
  const carrier = item.carrier ?? null
  return {
    status: customerItemStatusOf(order, item),
    trackingNumber: item.trackingNumber,
    carrier,
    trackingUrl: trackingUrlOf(carrier, item.trackingNumber),
    shippedAt: shippedAtOf(order, item)?.toISOString() ?? null,
    deliveredAt: item.deliveredAt?.toISOString() ?? null,
    estimatedDelivery: estimatedDeliveryOf(order, item),
  }
}

/**
 * When a parcel is expected: after it was shipped, before that by its day, or after it was paid, or is to be sent again. Null once it
 * is not expected.
 */
function estimatedDeliveryOf(order: Order, item: OrderItem) {
  const status = customerItemStatusOf(order, item)
  const from = shippedAtOf(order, item) ?? sentAgainAtOf(item) ?? order.paidAt
  const isExpected = status !== 'delivered' && status !== 'cancelled'
  return isExpected && from !== undefined
    ? expectedRange({ arriveBy: item.arriveBy, shippedAt: shippedAtOf(order, item) }, from)
    : null
}
