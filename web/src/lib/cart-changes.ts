import type { CheckedDiscount } from '@prankpost/contracts/discount'
import { discountedPrices } from '@prankpost/contracts/discount-price'
import type { Prank } from '@prankpost/contracts/prank'
import type { RevealChoice } from '@prankpost/contracts/reveal'
import { dollars, priceCents } from '@prankpost/web-kit'
import { type CartItem, cartSlot, contactFieldsOf, quantityOf } from './cart.ts'
import { termsFor } from './discount-check.ts'
import type { Target } from './local-targets.ts'

/** Removes the item at this index from the cart. */
export function removeFromCart(index: number) {
  cartSlot.set(cartSlot.get().filter((_, at) => at !== index))
}

/** Changes how many parcels of the item at this index are sent, 1 to 10. */
export function setQuantity(index: number, quantity: number) {
  const changed = quantityOf(quantity)
  cartSlot.set(cartSlot.get().map((item, at) => (at === index ? { ...item, quantity: changed } : item)))
}

/** Changes what the recipient of the item at this index learns. */
export function setReveal(index: number, choice: RevealChoice) {
  const withChoice = ({ reveal: _former, ...item }: CartItem): CartItem =>
    choice.mode === 'never' ? item : { ...item, reveal: choice }
  cartSlot.set(cartSlot.get().map((item, at) => (at === index ? withChoice(item) : item)))
}

/** Adds the prank of the item at this index for further targets, one parcel each, right after that item. */
export function addTargetsToCart(index: number, targets: Target[]) {
  const cart = cartSlot.get()
  const item = cart[index]
  if (!item) return
  const added = targets.map((target) => ({ ...item, ...contactFieldsOf(target), quantity: 1 }))
  cartSlot.set([...cart.slice(0, index + 1), ...added, ...cart.slice(index + 1)])
}

/** Updates the cart's items of a target that was edited, or that got a new id. */
export function updateTargetInCart(target: Target, oldId = target.id) {
  const cart = cartSlot.get()
  if (!cart.some((item) => item.contactId === oldId)) return
  cartSlot.set(
    cart.map((item) => (item.contactId === oldId ? { ...item, ...contactFieldsOf(target) } : item)),
  )
}

/** A changed price of a prank in the cart. */
export interface PriceNews {
  prankId: string
  name: string
  from: string
  to: string
}

/** Gives the items of the cart today's prices, and returns what has changed, once for each prank. */
export function updatePricesInCart(pranks: Prank[], cart = cartSlot.get()): PriceNews[] {
  const prices = new Map(pranks.map(({ id, price }) => [id, dollars(priceCents(price))]))
  const news = new Map<string, PriceNews>()
  const updated = cart.map((item) => {
    const { prankId, prankName: name, price: from } = item
    const to = prices.get(prankId) ?? from
    if (to === from) return item
    news.set(prankId, { prankId, name, from, to })
    return { ...item, price: to }
  })
  if (news.size > 0) cartSlot.set(updated)
  return [...news.values()]
}

/** Removes the cart's items of a deleted target. */
export function removeTargetFromCart(id: string) {
  const cart = cartSlot.get()
  if (cart.some((item) => item.contactId === id)) cartSlot.set(cart.filter((item) => item.contactId !== id))
}

/** A unique key for each item, in order; the same prank and target may be in the cart more than once. */
export function keysOf(cart: CartItem[]): string[] {
  const seen = new Map<string, number>()
  return cart.map(({ prankId, contactId }) => {
    const pair = `${prankId}-${contactId}`
    const count = seen.get(pair) ?? 0
    seen.set(pair, count + 1)
    return `${pair}-${count}`
  })
}

/** The price of one parcel of each item, with the discount if it is for the Arsenal. */
export function unitPrices(cart: CartItem[], discount: CheckedDiscount | null): number[] {
  const items = cart.map(({ price, quantity }) => ({ priceCents: priceCents(price), quantity }))
  return discountedPrices(items, termsFor('once', discount))
}

/** The total price of the cart. */
export function totalCents(cart: CartItem[], discount: CheckedDiscount | null): number {
  const prices = unitPrices(cart, discount)
  return cart.reduce((total, { quantity }, index) => total + (prices[index] ?? 0) * quantity, 0)
}
