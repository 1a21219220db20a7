import {
  defaultAvatar,
  defaultTier,
  discountedPriceCents,
  discountCode as discountWord,
  fallbackPrankImage,
  missingAddress,
} from '@prankpost/contracts/constants'
import type { Prank } from '@prankpost/contracts/prank'
import { dollars, isRecord, parseJson, priceCents } from '@prankpost/web-kit'
import type { Target } from './local-targets.ts'
import { flagSlot, slot, textSlot } from './storage.ts'

/** One prank for one target, as it lies in the Arsenal. `price` is the list price, `$4.99`. */
export interface CartItem {
  prankId: string
  contactId: string
  quantity: number
  price: string
  prankName: string
  contactName: string
  contactAddress: string
  contactCity: string
  contactState: string
  contactZipCode: string
  contactProfilePicture: string
  prankDescription: string
  prankTier: string
  prankImageUrl: string
}

/** The Arsenal; corrupt content is reset to empty. */
export const cartSlot = slot<CartItem[]>({ area: 'local', key: 'prankpost-cart', empty: [], read: readCart })
/** Whether the discount is applied: one for cart and plans. */
export const appliedDiscountSlot = flagSlot('local', 'appliedDiscount')
/** The code that was applied. */
export const discountCodeSlot = textSlot('local', 'discountCode')
/** The note that goes into the parcel; typed in the cart, sent by every way to pay. */
export const parcelMessageSlot = textSlot('session', 'prankpost-message')

/** Reads a stored cart; null when it is not one. Fields that an older cart lacks get their defaults. */
export function readCart(text: string): CartItem[] | null {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return null
  const items = stored.map(readItem)
  return items.every((item) => item !== null) ? items : null
}

function readItem(stored: unknown): CartItem | null {
  if (!isRecord(stored)) return null
  const { prankId, contactId, prankName, contactName, quantity } = stored
  if (![prankId, contactId, prankName, contactName].every((value) => typeof value === 'string' && value))
    return null
  const or = (name: keyof CartItem, fallback: string) => {
    const value = stored[name]
    return typeof value === 'string' && value !== '' ? value : fallback
  }
  return {
    prankId: String(prankId),
    contactId: String(contactId),
    quantity: typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 ? quantity : 1,
    price: dollars(priceCents(stored.price)),
    prankName: String(prankName),
    contactName: String(contactName),
    contactAddress: or('contactAddress', missingAddress.address),
    contactCity: or('contactCity', missingAddress.city),
    contactState: or('contactState', missingAddress.state),
    contactZipCode: or('contactZipCode', missingAddress.zipCode),
    contactProfilePicture: or('contactProfilePicture', defaultAvatar),
    prankDescription: or('prankDescription', ''),
    prankTier: or('prankTier', defaultTier),
    prankImageUrl: or('prankImageUrl', fallbackPrankImage),
  }
}

/** The item that a picked prank and target make; what the target lacks is said in words. */
export function cartItemOf(prank: Prank, target: Target): CartItem {
  return {
    prankId: prank.id,
    quantity: 1,
    price: dollars(priceCents(prank.price)),
    prankName: prank.name,
    prankDescription: prank.description,
    prankTier: prank.tier || defaultTier,
    prankImageUrl: prank.image || fallbackPrankImage,
    ...contactFieldsOf(target),
  }
}

function contactFieldsOf(target: Target) {
  return {
    contactId: target.id,
    contactName: target.name,
    contactAddress: target.address || missingAddress.address,
    contactCity: target.city || missingAddress.city,
    contactState: target.state || missingAddress.state,
    contactZipCode: target.zipCode || missingAddress.zipCode,
    contactProfilePicture: target.profilePicture || defaultAvatar,
  }
}

/** Puts an item into the Arsenal. */
export function addToCart(item: CartItem) {
  cartSlot.set([...cartSlot.get(), item])
}

/** Takes the item at this place out of the Arsenal. */
export function removeFromCart(index: number) {
  cartSlot.set(cartSlot.get().filter((_, at) => at !== index))
}

/** Keeps the Arsenal in step with a target that was edited, or moved under a new id. */
export function updateTargetInCart(target: Target, oldId = target.id) {
  const cart = cartSlot.get()
  if (!cart.some((item) => item.contactId === oldId)) return
  cartSlot.set(
    cart.map((item) => (item.contactId === oldId ? { ...item, ...contactFieldsOf(target) } : item)),
  )
}

/** Takes out of the Arsenal what was meant for a target that is gone. */
export function removeTargetFromCart(id: string) {
  const cart = cartSlot.get()
  if (cart.some((item) => item.contactId === id)) cartSlot.set(cart.filter((item) => item.contactId !== id))
}

/** A name for each item in its order; the same pair may lie in the Arsenal more than once. */
export function keysOf(cart: CartItem[]): string[] {
  const seen = new Map<string, number>()
  return cart.map(({ prankId, contactId }) => {
    const pair = `${prankId}-${contactId}`
    const count = seen.get(pair) ?? 0
    seen.set(pair, count + 1)
    return `${pair}-${count}`
  })
}

/** How many parcels the Arsenal holds. */
export function countOf(cart: CartItem[]): number {
  return cart.reduce((count, item) => count + item.quantity, 0)
}

/** What one parcel of this item costs, with or without the discount. */
export function unitCents(item: CartItem, discounted: boolean): number {
  return discounted ? discountedPriceCents : priceCents(item.price)
}

/** What the Arsenal costs in all. */
export function totalCents(cart: CartItem[], discounted: boolean): number {
  return cart.reduce((total, item) => total + unitCents(item, discounted) * item.quantity, 0)
}

/** Applies a discount code; false when it is not a valid one. */
export function applyDiscount(code: string): boolean {
  if (code.trim().toUpperCase() !== discountWord) return false
  appliedDiscountSlot.set(true)
  discountCodeSlot.set(discountWord)
  return true
}

/** Takes the discount away. */
export function removeDiscount() {
  appliedDiscountSlot.clear()
  discountCodeSlot.clear()
}

/** Empties the Arsenal with its discount and message. */
export function clearCart() {
  cartSlot.clear()
  removeDiscount()
  parcelMessageSlot.clear()
}
