import { erasedAddress, forgottenAddress } from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import { forgetAt, nextCheckAt, noMoreAddresses } from '@prankpost/service-kit'
import { type Order, searchTermsOf } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { isItemWaiting, parcelId, shippedAtOf } from './parcels.ts'
import { hasOpenDispute } from './refund.model.ts'
import { withoutGuesses } from './reveals.ts'

/**
 * Erases the recipients of an order's parcels that were delivered or withdrawn some days ago: name, address, tracking number
 * and notes; with the last of them the message and the operator's reasons, too. While a dispute is open nothing is
 * erased. An address that was erased with the account was erased before; its parcel's reference is erased then. Prank, quantity,
 * price and dates stay. The order is checked again when the next parcel is due.
 */
export function forgetAddresses(order: Order, { now, days }: { now: Date; days: number }): Change<Order> {
  if (hasOpenDispute(order)) return { update: { $set: { addressesDueAt: nextCheckAt([now], now) } } }
  const due = order.items.filter((item) => !isForgotten(item) && isPast(dueAt(order, item, days), now))
  const items = order.items.map((item) => (due.includes(item) ? forgotten(item, now) : item))
  const left = items.filter((item) => !isForgotten(item))
  const isComplete = left.length === 0 && !mayGrow(order)
  const leftDues = left.map((item) => dueAt(order, item, days))
  const addressesDueAt = isComplete ? noMoreAddresses : nextCheckAt(leftDues, now)
  if (due.length === 0) return { update: { $set: { addressesDueAt } } }
  const forgottenIds = items.filter(isForgotten).map((item) => parcelId(order, item))
  const changed = { items, ...(isComplete && erasedTexts(order)) }
  return {
    update: {
      $set: {
        ...changed,
        ...(order.references && {
          references: order.references.filter((one) => !forgottenIds.includes(one.parcelId)),
        }),
        searchTerms: searchTermsOf({ ...order, ...changed }),
        addressesDueAt,
      },
      // A digest of addresses, which could be found by guessing.
      $unset: { cartKey: 1 },
    },
  }
}

/** The item without its recipient. Its history still says what its sender chose to show, and what came of it. */
const forgotten = (item: OrderItem, at: Date): OrderItem => ({
  ...withoutRecipient(item),
  ...(item.reveal && { reveal: withoutGuesses(item.reveal) }),
  contact: isErased(item) ? item.contact : { ...forgottenAddress },
  forgottenAt: at,
})

const isForgotten = (item: OrderItem | undefined): boolean => item?.forgottenAt !== undefined

const isPast = (date: Date | null, now: Date): boolean => date !== null && date <= now

/** Whether the recipient was forgotten, or erased with the account of the customer. */
export const isErased = (item: OrderItem | undefined): boolean =>
  isForgotten(item) || item?.contact.name === erasedAddress.name

/** When the address of an item is due; null while it may still be sent. */
function dueAt(order: Order, item: OrderItem, days: number): Date | null {
  const { withdrawnAt, deliveredAt } = item
  if (!isItemWaiting(order, item))
    return forgetAt({ withdrawnAt, deliveredAt, shippedAt: shippedAtOf(order, item) }, days)
  const cancelledAt = order.status === 'cancelled' ? order.statusHistory.at(-1)?.at : null
  return forgetAt({ withdrawnAt: cancelledAt }, days)
}

/** Whether a month of a plan gets more parcels. */
const mayGrow = ({ type, status, plan }: Order) =>
  type !== 'once' &&
  (status === 'paid' || status === 'processing') &&
  (!plan?.endedAt || plan.sendsUnsent === true)

/** An item without what identifies its recipient; the caller replaces the address. */
export function withoutRecipient({
  addressDigest: _digest,
  reportedCase: _case,
  ...item
}: OrderItem): OrderItem {
  return {
    ...withoutTexts(item),
    contactId: null,
    trackingNumber: null,
    adminNotes: null,
    heldBecause: null,
    ...(item.sentAgain && { sentAgain: item.sentAgain.map((one) => ({ ...one, trackingNumber: null })) }),
  }
}

/** Whether nothing on an item leads to its recipient any more. */
export const isWithoutRecipient = ({
  contact,
  trackingNumber,
  adminNotes,
  heldBecause,
  sentAgain = [],
}: OrderItem): boolean =>
  contact.name === erasedAddress.name &&
  !(trackingNumber || adminNotes || heldBecause) &&
  sentAgain.every((one) => one.trackingNumber === null)

/** An item without its reveal and without what persons wrote about it: nothing is shown to its recipient any more. */
export const withoutTexts = ({ reveal: _names, reaction, refused, ...item }: OrderItem): OrderItem => ({
  ...item,
  ...(reaction && { reaction: { ...reaction, message: null } }),
  ...(refused && { refused: { ...refused, reason: null } }),
})

/** The texts of an order that may name a recipient, erased. */
export function erasedTexts({ refunds, cancellation }: Order) {
  return {
    customMessage: null,
    ...(refunds ? { refunds: refunds.map((refund) => ({ ...refund, reason: null })) } : {}),
    ...(cancellation ? { cancellation: { ...cancellation, reason: null } } : {}),
  }
}
