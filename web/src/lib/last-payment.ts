import { call, isRecord, parseJson } from '@prankpost/web-kit'
import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { slot } from '@prankpost/web-kit/storage'
import { useCallback, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type CartItem, cartSlot, clearCart, parcelMessageSlot } from './cart.ts'
import { currentDiscount } from './discount.ts'
import { useOnReturn } from './on-return.ts'
import { isPaid, isRestored, notePaid, parkedSlot, unparkCart } from './parking.ts'
import { paths } from './paths.ts'
import { wasSignedInSlot } from './was-signed-in.ts'

/** A payment page that was opened: its order and session, and for which items it was. */
interface Payment {
  /** Empty if an earlier version of the shop has opened the payment page. */
  orderId: string
  sessionId: string
  items: string[]
}

/** The latest payment page of this tab. Its items are stored without names and addresses. */
const lastPaymentSlot = slot<Payment | null>({
  area: 'session',
  key: 'prankpost-last-payment',
  empty: null,
  read: (text) => {
    const stored = parseJson(text)
    return isRecord(stored) && Array.isArray(stored.items) ? (stored as unknown as Payment) : null
  },
})

const keyOf = ({ prankId, contactId, quantity }: CartItem) => `${prankId} ${contactId} ${quantity}`

/**
 * Moves the items that the payment page is opened for, with discount and message, to a parked copy until the payment is
 * confirmed, so that the next purchase starts empty. Items that another tab has added since then stay in the cart. A customer
 * who returns without paying gets all of it back.
 */
export function parkCart({ orderId, sessionId }: Omit<Payment, 'items'>, cart: CartItem[]) {
  lastPaymentSlot.set({ orderId, sessionId, items: cart.map(keyOf) })
  parkedSlot.set({
    id: randomUuid(),
    cart,
    discount: currentDiscount(),
    message: parcelMessageSlot.get(),
    sessionId,
    customer: wasSignedInSlot.get(),
  })
  removePaidItems(sessionId)
}

/**
 * Settles the payment that the customer is back from without its result: restores the parked cart at once, and asks for the
 * result. If the payment has paid, its success page confirms it and deletes its items. Without an answer they stay: the next
 * payment asks again (`openPayment`). A second call does nothing.
 */
export async function settlePayment(): Promise<void> {
  if (!unparkCart()) return
  const paid = await findPaid()
  // /success, or another tab, may have confirmed it meanwhile.
  if (paid && !isPaid(paid.sessionId)) showPaid(paid)
}

/** Does so on a page that shows the cart, before it is shown as empty. On others the frame does, with this code on demand. */
export function useSettledPayment() {
  const settle = useCallback(() => void settlePayment(), [])
  useEffect(settle, [settle])
  useOnReturn(settle)
}

/**
 * The latest payment, if it has paid although the customer came back without its result: the way to /success may have
 * failed. Null without one, when it was confirmed before, and when it cannot be checked.
 */
export async function findPaid(): Promise<Payment | null> {
  const last = lastPaymentSlot.get()
  if (!last?.orderId || isPaid(last.sessionId)) return null
  const { orderId, sessionId } = last
  try {
    await call('POST /api/confirm-payment-success', { body: { orderId, sessionId } })
    return last
  } catch {
    return null
  }
}

/** Opens the success page of this payment. */
export function showPaid({ orderId, sessionId }: Payment) {
  navigate(`${paths.success}?session_id=${sessionId}&order_id=${orderId}`)
}

/**
 * Deletes the items that a confirmed one-time payment has paid: the parked copy. Without one (the customer went Back, and
 * then Forward to the payment page, or a duplicate of the tab has restored it), they are in the cart. Items that were added
 * or changed since then stay. It does so once for a payment: its page may be shown again while the customer fills the next
 * cart.
 */
export function dropPaidCart(sessionId: string) {
  if (!notePaid(sessionId)) return
  const parked = parkedSlot.get()
  const isWaiting = parked && !isRestored(parked)
  // A copy that waits for another payment is restored later, in front of what is in the cart now.
  if (isWaiting && parked.sessionId !== sessionId) return
  parkedSlot.clear()
  if (!isWaiting) removePaidItems(sessionId)
}

/** Empties the cart, but for the items that this tab's latest payment is not for. */
function removePaidItems(sessionId: string) {
  const last = lastPaymentSlot.get()
  const others = last?.sessionId === sessionId ? unpaidItems(last.items) : []
  clearCart()
  if (others.length > 0) cartSlot.set(others)
}

function unpaidItems(paidKeys: string[]) {
  const paid = [...paidKeys]
  return cartSlot.get().filter((item) => {
    const at = paid.indexOf(keyOf(item))
    if (at >= 0) paid.splice(at, 1)
    return at < 0
  })
}
