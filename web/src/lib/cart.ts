import {
  defaultAvatar,
  defaultTier,
  fallbackPrankImage,
  maxItemQuantity,
  missingAddress,
} from '@prankpost/contracts/constants'
import type { Prank } from '@prankpost/contracts/prank'
import type { RevealChoice } from '@prankpost/contracts/reveal'
import { dollars, isRecord, parseJson, priceCents } from '@prankpost/web-kit'
import { slot, textSlot } from '@prankpost/web-kit/storage'
import { removeDiscount } from './discount.ts'
import type { Target } from './local-targets.ts'

/** One prank for one target in the Arsenal (the cart). `price` is the list price, `$4.99`. */
export interface CartItem {
  prankId: string
  contactId: string
  quantity: number
  price: string
  prankName: string
  contactName: string
  contactAddress: string
  /** Apartment, suite or unit; null for none. */
  contactAddress2: string | null
  contactCity: string
  contactState: string
  contactZipCode: string
  contactProfilePicture: string
  prankDescription: string
  prankTier: string
  prankImageUrl: string
  /** What the recipient learns; absent to stay anonymous. */
  reveal?: RevealChoice
  /** The day by which it is to arrive (`YYYY-MM-DD`); absent for as soon as possible. */
  arriveBy?: string
}

/** The items of the cart; corrupt content is reset to empty. */
export const cartSlot = slot<CartItem[]>({ area: 'local', key: 'prankpost-cart', empty: [], read: readCart })
/** The note for the parcel, written in the cart and sent with every payment method. */
export const parcelMessageSlot = textSlot('session', 'prankpost-message')

export const parkedKey = 'prankpost-parked'
/** The cart that waits for its payment, as its text: src/lib/parking.ts parses it, on demand. */
export const parkedTextSlot = textSlot('session', parkedKey)

/** Parses a stored cart; null when it is invalid. Fields missing in an older cart get their defaults. */
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
  const arriveBy = or('arriveBy', '')
  return {
    prankId: String(prankId),
    contactId: String(contactId),
    quantity: quantityOf(quantity),
    price: dollars(priceCents(stored.price)),
    prankName: String(prankName),
    contactName: String(contactName),
    contactAddress: or('contactAddress', missingAddress.address),
    contactAddress2: or('contactAddress2', '') || null,
    contactCity: or('contactCity', missingAddress.city),
    contactState: or('contactState', missingAddress.state),
    contactZipCode: or('contactZipCode', missingAddress.zipCode),
    contactProfilePicture: or('contactProfilePicture', defaultAvatar),
    prankDescription: or('prankDescription', ''),
    prankTier: or('prankTier', defaultTier),
    prankImageUrl: or('prankImageUrl', fallbackPrankImage),
    ...revealIn(stored.reveal),
    // The server's list of dates decides which text is a day.
    ...(arriveBy && { arriveBy }),
  }
}

/** A stored reveal; none when it is corrupt. The server checks its content. */
function revealIn(stored: unknown): Pick<CartItem, 'reveal'> {
  if (!isRecord(stored)) return {}
  const { mode, date, name, names } = stored
  if (typeof name !== 'string' || !Array.isArray(names)) return {}
  const guesses = names.filter((one) => typeof one === 'string')
  if (mode === 'date' && typeof date === 'string') return { reveal: { mode, date, name, names: guesses } }
  return mode === 'guess' && guesses.length > 0 ? { reveal: { mode, name, names: guesses } } : {}
}

/** A whole number from 1 to 10; 1 for anything that is not a quantity. */
export function quantityOf(value: unknown): number {
  const isQuantity = typeof value === 'number' && Number.isInteger(value) && value > 0
  return isQuantity ? Math.min(value, maxItemQuantity) : 1
}

/** Creates the cart item for a prank and a target; fields missing in the target get descriptive placeholders. */
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

/** What an item says about its target; fields missing in the target get descriptive placeholders. */
export function contactFieldsOf(target: Target) {
  return {
    contactId: target.id,
    contactName: target.name,
    contactAddress: target.address || missingAddress.address,
    contactAddress2: target.address2 || null,
    contactCity: target.city || missingAddress.city,
    contactState: target.state || missingAddress.state,
    contactZipCode: target.zipCode || missingAddress.zipCode,
    contactProfilePicture: target.profilePicture || defaultAvatar,
  }
}

/** Adds an item to the cart. */
export function addToCart(item: CartItem) {
  cartSlot.set([...cartSlot.get(), item])
}

/** The number of parcels in the cart. */
export function countOf(cart: CartItem[]): number {
  return cart.reduce((count, item) => count + item.quantity, 0)
}

/** Empties the cart, with its discount and message. */
export function clearCart() {
  cartSlot.clear()
  removeDiscount()
  parcelMessageSlot.clear()
}
