import {
  type CheckoutItem,
  type Contact,
  discountedPriceCents,
  formatCents,
  ownedContacts,
  type ValidateOrderInput,
  discountCode as validCode,
} from '@prankpost/contracts'
import { invalid, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { OrderItem } from '../order.model.ts'
import type { Price } from '../price.model.ts'
import { addressOf } from './address-of.ts'

/** The items and total of an order, all recomputed here: no value of the client is trusted. */
export interface PricedOrder {
  items: OrderItem[]
  totalCents: number
  discountCode: string | null
  /** Set if the stock of one of its pranks is counted. */
  reservesStock?: true
}

/**
 * Checks a cart and computes its prices: pranks must be on sale at their list prices, discount and total must be right,
 * and the targets must belong to the customer and have complete addresses (design, section 6).
 * @throws 400 with a message for the customer, 503 when targets must be read and contact is unavailable
 */
export async function priceOrder(
  { cartItems, total, discountCode, user }: PriceOrderInput,
  { prices, contact }: Pick<Deps, 'prices' | 'contact'>,
): Promise<PricedOrder> {
  const code = checkDiscount(discountCode)
  const [onSale, addressBook] = await Promise.all([
    readPrices(cartItems, prices),
    readContacts(cartItems, user, contact),
  ])
  const items = cartItems.map((item, index) => toOrderItem(item, index, code, onSale, addressBook))
  const totalCents = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  if (total !== totalCents) {
    throw invalid(
      `The total has changed to $${formatCents(totalCents)}. Please reload your Arsenal and check it before you pay.`,
    )
  }
  const isCounted = items.some(({ prank }) => onSale.get(prank.id)?.isCounted)
  return { items, totalCents, discountCode: code, ...(isCounted && { reservesStock: true }) }
}

export type PriceOrderInput = Pick<ValidateOrderInput, 'cartItems' | 'total' | 'discountCode'> & {
  user: SessionUser
}

/** The normalized discount code, or null for none. @throws 400 for any other code */
export function checkDiscount(code: string | null | undefined): string | null {
  if (!code) return null
  if (code.toUpperCase() !== validCode) throw invalid('The discount code you entered is not valid.')
  return validCode
}

async function readPrices(items: CheckoutItem[], prices: Deps['prices']): Promise<Map<string, Price>> {
  const ids = [...new Set(items.map(({ prankId }) => prankId))]
  const onSale = await prices.find({ _id: { $in: ids }, onSale: true }).lean()
  return new Map(onSale.map((price) => [price._id, price]))
}

async function readContacts(items: CheckoutItem[], user: SessionUser, contact: Deps['contact']) {
  const ids = [...new Set(items.map(({ contactId }) => contactId).filter((id) => !isLocal(id)))]
  if (ids.length === 0) return new Map<string, Contact>()
  const query = new URLSearchParams({ ownerId: user.id, ids: ids.join(',') })
  const found = await contact.get(`/internal/contacts?${query}`, ownedContacts)
  return new Map(found.map((one) => [one.id, one]))
}

const isLocal = (contactId: string) => contactId.startsWith('local-')

function toOrderItem(
  item: CheckoutItem,
  index: number,
  code: string | null,
  onSale: Map<string, Price>,
  addressBook: Map<string, Contact>,
): OrderItem {
  const price = onSale.get(item.prankId)
  if (price === undefined) {
    throw invalid('A prank in your Arsenal is not on sale any more. Please remove it and try again.')
  }
  if (item.price !== price.priceCents) {
    throw invalid(
      `The price of ${price.name} is $${formatCents(price.priceCents)}. Please reload your Arsenal and try again.`,
    )
  }
  const { _id, name, description, tier, image } = price
  return {
    id: String(index + 1),
    prank: { id: _id, name, description, tier, image },
    contactId: item.contactId,
    contact: addressOf(item, isLocal(item.contactId) ? null : addressBook.get(item.contactId)),
    quantity: item.quantity,
    priceCents: code === null ? price.priceCents : discountedPriceCents,
    shippedAt: null,
    trackingNumber: null,
    adminNotes: null,
  }
}
