import { createHash } from 'node:crypto'
import { checkpoint } from '@prankpost/messaging'
import { conflict, isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type Order, searchTermsOf, statusEntry } from '../order.model.ts'
import { type PricedOrder, type PriceOrderInput, priceOrder } from './price-order.ts'

type PlaceOrderInput = PriceOrderInput & { customMessage?: string | null | undefined }

/**
 * Records an order before any money moves: status `pending`, checkout `pending_payment`. Every check
 * of validate-order is made again; the owner is the session's user.
 *
 * While an order is not paid the same cart is the same order: a double click, a repeated call or a second
 * tab is answered the one that is there. Of calls at the same time the unique `cartKey` lets one in. It counts the
 * times that the cart was paid before the call: so the write of a call that nobody waits for any more, because its
 * host was cut off, makes no second order when it arrives after all, though the first is paid by then.
 * @throws as priceOrder does
 */
export async function placeOrder(
  input: PlaceOrderInput,
  deps: Deps,
): Promise<{ orderId: string; totalCents: number }> {
  const began = new Date()
  const priced = await priceOrder(input, deps)
  const cart = digestOf(input.user.id, input.customMessage || null, priced)
  const { totalCents } = priced
  const place = async (cartKey: string) => {
    const order = toOrder(input, priced, cartKey)
    await deps.outbox.insert(order)
    checkpoint('order:placed')
    return { orderId: String(order._id), totalCents }
  }
  // Nearly every cart is a new one: only where its key is taken it is looked what became of those before.
  const first = await unlessTaken(() => place(cart))
  if (first) return first
  const paid = {
    cartKey: { $regex: `^${cart}` },
    paidAt: { $exists: true },
    announcedAt: { $not: { $gte: began } },
  }
  // Found and not counted: MongoDB counts by an aggregation, which costs more than reading the few there are.
  const timesPaid = (await deps.orders.find(paid, { _id: 1 }).lean()).length
  const cartKey = timesPaid === 0 ? cart : `${cart}.${timesPaid}`
  const next = timesPaid === 0 ? undefined : await unlessTaken(() => place(cartKey))
  if (next) return next
  const placed = await deps.orders.findOne({ cartKey }, { _id: 1 }).lean()
  if (placed === null) throw conflict('This order is being changed in another window. Please try again.')
  return { orderId: String(placed._id), totalCents }
}

/** What an insert answers; undefined when its unique key is taken. */
async function unlessTaken<T>(insert: () => Promise<T>): Promise<T | undefined> {
  try {
    return await insert()
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

function toOrder(
  { user, customMessage: message }: PlaceOrderInput,
  priced: PricedOrder,
  cartKey: string,
): Omit<Order, 'outbox' | 'revision'> {
  const now = new Date()
  const customMessage = message || null
  const order: Omit<Order, 'searchTerms' | 'outbox' | 'revision'> = {
    _id: new Types.ObjectId(),
    ownerId: user.id,
    type: 'once',
    status: 'pending',
    checkout: { status: 'pending_payment', stripeSessionId: null, errorMessage: null },
    customer: { name: `${user.firstName} ${user.lastName}`, email: user.email },
    ...priced,
    customMessage,
    paymentIntentId: null,
    cartKey,
    plan: null,
    statusHistory: [statusEntry('pending', 'customer', now)],
    createdAt: now,
  }
  return { ...order, searchTerms: searchTermsOf(order) }
}

/** The same for the same owner, items, targets, prices, discount and message; it tells nobody what they are. */
function digestOf(ownerId: string, customMessage: string | null, { items, ...priced }: PricedOrder): string {
  const wanted = items.map(({ prank, contactId, contact, quantity, priceCents }) => {
    const { name, address, city, state, zipCode } = contact
    return [prank.id, contactId, name, address, city, state, zipCode, quantity, priceCents]
  })
  const cart = [ownerId, wanted, priced.discountCode, priced.totalCents, customMessage]
  return createHash('sha256').update(JSON.stringify(cart)).digest('base64url')
}
