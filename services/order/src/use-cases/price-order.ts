import {
  type CheckoutItem,
  type Contact,
  discountedPrices,
  firstOrderRefusal,
  formatCents,
  type InternalDiscount,
  internalDiscount,
  ownedContacts,
  type ValidateOrderInput,
} from '@prankpost/contracts'
import { invalid, type SessionUser } from '@prankpost/service-kit'
import { arrivalOf } from '../arrivals.ts'
import { withConsent } from '../consent.ts'
import type { Deps } from '../deps.ts'
import type { OrderItem } from '../order-item.model.ts'
import type { Price } from '../price.model.ts'
import { revealOf } from '../reveals.ts'
import { addressOf } from './address-of.ts'
import { hasPaid } from './has-paid.ts'

/** The items and total of an order, all recomputed here: no value of the client is trusted. */
export interface PricedOrder {
  items: OrderItem[]
  totalCents: number
  discountCode: string | null
  /** What the code takes off the list prices; missing without a code. */
  discountCents?: number
  /** Set if the code is limited. */
  holdsDiscount?: true
  /** Set if the code is for first orders. */
  firstOrderOnly?: true
  /** Set if the stock of one of its pranks is counted. */
  reservesStock?: true
}

/**
 * Checks a cart and computes its prices: pranks must be on sale at their list prices, discount and total must be right,
 * and the targets must belong to the customer and have complete addresses (design, section 6) to which parcels may be sent.
 * @throws 400 with a message for the customer, 503 when consent is unavailable, or when targets or a code must be read and their
 * service is unavailable
 */
export async function priceOrder(
  { cartItems, total, discountCode, user }: PriceOrderInput,
  deps: Pick<Deps, 'prices' | 'contact' | 'catalog' | 'orders' | 'consent'> & ChoiceDeps,
): Promise<PricedOrder> {
  const [discount, onSale, addressBook] = await Promise.all([
    readDiscount(discountCode, user, deps),
    readPrices(cartItems, deps.prices),
    readContacts(cartItems, user, deps.contact),
  ])
  const ordered = cartItems.map((item, index) =>
    withChoices(item, index, toOrderItem(item, index, onSale, addressBook), deps),
  )
  const listed = await withConsent(ordered, user.id, deps)
  const unitPrices = discountedPrices(listed, discount)
  const items = listed.map((item, index) => ({ ...item, priceCents: unitPrices[index] ?? item.priceCents }))
  const totalCents = sumOf(items)
  if (total !== totalCents) {
    throw invalid(
      `The total has changed to $${formatCents(totalCents)}. Please reload your Arsenal and check it before you pay.`,
    )
  }
  const isCounted = items.some(({ prank }) => onSale.get(prank.id)?.isCounted)
  return {
    items,
    totalCents,
    discountCode: discount?.code ?? null,
    ...(discount && { discountCents: sumOf(listed) - totalCents }),
    ...(discount?.isLimited && { holdsDiscount: true }),
    ...(discount?.firstOrderOnly && { firstOrderOnly: true }),
    ...(isCounted && { reservesStock: true }),
  }
}

const sumOf = (items: OrderItem[]) =>
  items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)

export type PriceOrderInput = Pick<ValidateOrderInput, 'cartItems' | 'total' | 'discountCode'> & {
  user: SessionUser
}

/** What a code does; null without one. @throws 400 with a message when this customer cannot use it */
async function readDiscount(
  code: string | null | undefined,
  { id: customerId }: SessionUser,
  { catalog, orders }: Pick<Deps, 'catalog' | 'orders'>,
): Promise<InternalDiscount | null> {
  if (!code) return null
  const query = new URLSearchParams({ code, customerId, appliesTo: 'once' })
  const discount = await catalog.get(`/internal/discounts?${query}`, internalDiscount)
  if (discount.firstOrderOnly && (await hasPaid({ ownerId: customerId }, { orders })))
    throw invalid(firstOrderRefusal)
  return discount
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
    priceCents: price.priceCents,
    shippedAt: null,
    trackingNumber: null,
    adminNotes: null,
  }
}

type ChoiceDeps = Pick<Deps, 'shipFromZip' | 'forgetAfterDays' | 'now'>

/** The item with what its sender shows to the recipient, and its date. @throws 400 with a message that names the target */
function withChoices(item: CheckoutItem, index: number, ordered: OrderItem, deps: ChoiceDeps): OrderItem {
  const reveal = revealOf(item, { item: index, contact: ordered.contact }, deps)
  return { ...ordered, ...(reveal && { reveal }), ...arrivalOf(item, ordered, deps) }
}
