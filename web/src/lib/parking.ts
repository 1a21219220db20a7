import { isRecord, parseJson } from '@prankpost/web-kit'
import {
  appliedDiscountSlot,
  applyDiscount,
  type CartItem,
  cartSlot,
  clearCart,
  discountCodeSlot,
  parcelMessageSlot,
  readCart,
} from './cart.ts'
import { slot } from './storage.ts'

interface Parked {
  cart: CartItem[]
  discountCode: string
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
  const word = (value: unknown) => (typeof value === 'string' ? value : '')
  return { cart, discountCode: word(stored.discountCode), message: word(stored.message) }
}

/**
 * Clears cart, discount and message from where the next purchase would look, and keeps them aside until
 * the payment is confirmed: who comes back unpaid finds all of it again.
 */
export function parkCart() {
  parkedSlot.set({
    cart: cartSlot.get(),
    discountCode: appliedDiscountSlot.get() ? discountCodeSlot.get() : '',
    message: parcelMessageSlot.get(),
  })
  clearCart()
}

/** Brings a parked cart back, before what was added since; without one nothing changes. */
export function unparkCart() {
  const parked = parkedSlot.get()
  if (!parked) return
  parkedSlot.clear()
  cartSlot.set([...parked.cart, ...cartSlot.get()])
  if (parked.discountCode) applyDiscount(parked.discountCode)
  if (parked.message && !parcelMessageSlot.get()) parcelMessageSlot.set(parked.message)
}

/**
 * Deletes what a confirmed one-time payment has paid: the parked copy. What was put into the Arsenal since then stays.
 * Without a parked copy (the customer went Back, and then Forward to the payment page) it is the cart itself.
 */
export function dropPaidCart() {
  if (parkedSlot.get()) parkedSlot.clear()
  else clearCart()
}

/** Forgets cart, discount and parked copy: the customer signs out. */
export function forgetCart() {
  parkedSlot.clear()
  clearCart()
}
