import { heldForReview } from '@prankpost/contracts'
import { screen } from '@prankpost/screening'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { pendingReview } from './parcels.ts'

/**
 * The items with those held whose message or address a person must read first. Items that were screened before, sent or
 * withdrawn stay as they are, so a repeat changes nothing; the same array if none changes.
 */
export function withReviews(items: OrderItem[], message: string | null): OrderItem[] {
  const screened = items.map((item) =>
    item.screening || item.withdrawnAt || item.shippedAt ? item : reviewed(item, message),
  )
  return screened.some((item, index) => item !== items[index]) ? screened : items
}

/**
 * The item, held for a review if the screening of its address, and of a message, finds something. What it waits for already stays
 * part of it.
 */
export function reviewed(item: OrderItem, message: string | null): OrderItem {
  const known = pendingReview(item) ?? []
  const found = screen({ message, address: item.contact }).matches
  const added = found.filter(
    (one) => !known.some(({ kind, where }) => kind === one.kind && where === one.where),
  )
  if (added.length === 0) return item
  const matches = [...known, ...added]
  return { ...item, heldBecause: item.heldBecause || heldForReview, screening: { matches, decidedAt: null } }
}

/** The same for an order that is announced as paid: one that an earlier version stored was not screened. */
export const screenedOrder = <T extends Pick<Order, 'items' | 'customMessage' | 'type'>>(order: T): T =>
  order.type === 'once' ? { ...order, items: withReviews(order.items, order.customMessage) } : order
