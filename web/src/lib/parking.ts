import type { CheckedDiscount } from '@prankpost/contracts/discount'
import { isRecord, parseJson } from '@prankpost/web-kit'
import { type CartItem, cartSlot, clearCart, parcelMessageSlot, readCart } from './cart.ts'
import { applyDiscount, currentDiscount, readDiscount } from './discount.ts'
import { slot } from './storage.ts'

interface Parked {
  cart: CartItem[]
  discount: CheckedDiscount | null
  message: string
}

const parkedSlot = slot<Parked | null>({
  area: 'session',
  key: 'prankpost-parked',
  empty: null,
  read: readParked,
})

function readParked(text: string): Parked | null {
  const stored = parseJson(text)
  if (!isRecord(stored)) return null
  const cart = readCart(JSON.stringify(stored.cart ?? null))
  if (!cart) return null
  const message = typeof stored.message === 'string' ? stored.message : ''
  return { cart, discount: readDiscount(stored.discount), message }
}

/**
 * Moves cart, discount and message to a parked copy until the payment is confirmed, so that the next purchase starts
 * empty. A customer who returns without paying gets all of it back.
 */
export function parkCart() {
  parkedSlot.set({
    cart: cartSlot.get(),
    discount: currentDiscount(),
    message: parcelMessageSlot.get(),
  })
  clearCart()
}

/** Restores a parked cart, in front of items added since then; does nothing without a parked cart. */
export function unparkCart() {
  const parked = parkedSlot.get()
  if (!parked) return
  parkedSlot.clear()
  cartSlot.set([...parked.cart, ...cartSlot.get()])
  if (parked.discount) applyDiscount(parked.discount)
  if (parked.message && !parcelMessageSlot.get()) parcelMessageSlot.set(parked.message)
}

/** The latest orders whose paid items were deleted. */
const paidOrdersSlot = slot<string[]>({
  area: 'local',
  key: 'prankpost-paid-orders',
  empty: [],
  read: (text) => {
    const stored = parseJson(text)
    return Array.isArray(stored) ? stored.map(String) : null
  },
})
const maxPaidOrders = 20

/**
 * Deletes the items that a confirmed one-time payment has paid: the parked copy. Items added since then stay.
 * Without a parked copy (the customer went Back, and then Forward to the payment page) the cart itself was paid.
 * It does so once for an order: its page may be shown again while the customer fills the next cart.
 */
export function dropPaidCart(orderId: string) {
  const known = paidOrdersSlot.get()
  if (known.includes(orderId)) return
  paidOrdersSlot.set([...known, orderId].slice(-maxPaidOrders))
  if (parkedSlot.get()) parkedSlot.clear()
  else clearCart()
}

/** Deletes cart, discount and parked copy, at sign-out. */
export function forgetCart() {
  parkedSlot.clear()
  paidOrdersSlot.clear()
  clearCart()
}
