import { checkoutConsent } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { AppError, callDigest, conflict, isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { releasePlaces } from '../consent.ts'
import type { Deps } from '../deps.ts'
import { expiryOf, isExpired, type Order, searchTermsOf, statusEntry } from '../order.model.ts'
import { type Reserved, reserve } from '../reservations.ts'
import { withReviews } from '../reviews.ts'
import { inUnpaidSlot, tooManyUnpaid } from '../unpaid-slots.ts'
import { type PricedOrder, type PriceOrderInput, priceOrder } from './price-order.ts'

type PlaceOrderInput = PriceOrderInput & { customMessage?: string | null | undefined }

/**
 * Stores an order before any payment: status `pending`, checkout `pending_payment`, with what the customer agrees to by
 * paying. Items whose message or address a person must read are held. Every check of validate-order is made again. The owner
 * is the session's user.
 *
 * While an order is unpaid, placing the same cart again returns the same order: after a double click, a repeated call
 * or in a second tab. The unique `cartKey` lets only one of several concurrent calls insert. Its counter follows that of
 * the last order from this cart that was paid before the call. So a late write of an abandoned call, for example from a
 * host that lost its network, does not create a second order, even if the first one is paid by then.
 *
 * A customer may place UNPAID_ORDER_LIMIT unpaid orders in an hour; a repeat of the same cart does not count.
 * @throws as priceOrder does, 409 when the shop is closed, a prank is sold out or a target can get no more parcels, and 429
 * when the limit is reached
 */
export async function placeOrder(
  input: PlaceOrderInput,
  deps: Deps,
): Promise<{ orderId: string; totalCents: number }> {
  await deps.shop.requireOpen(deps.now())
  const placed = await storeOrder(input, deps)
  await reserveOrRemove(placed, deps)
  return { orderId: String(placed._id), totalCents: placed.totalCents }
}

type Placed = Reserved & Pick<Order, 'totalCents'>

/**
 * Reserves what the order needs. If something is sold out or used up, an order without a session is removed: it was never
 * shown to a customer. If the process dies before, the order stays unpaid; its payment reserves, too.
 */
async function reserveOrRemove(placed: Placed, deps: Deps): Promise<void> {
  try {
    await reserve(placed, null, deps)
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') {
      const { deletedCount } = await deps.orders.deleteOne({
        _id: placed._id,
        paidAt: { $exists: false },
        'checkout.stripeSessionId': null,
        outboxDueAt: { $exists: false },
      })
      if (deletedCount === 1) await releasePlaces(placed, deps)
    }
    throw error
  }
}

async function storeOrder(input: PlaceOrderInput, deps: Deps): Promise<Placed> {
  // The clock that sets `announcedAt`.
  const startedAt = deps.now()
  const priced = await priceOrder(input, deps)
  const cart = digestOf(input.user.id, input.customMessage || null, priced)
  const place = async (cartKey: string) => {
    const order = toOrder(input, priced, { cartKey, terms: await deps.texts.labelOf('terms') })
    if (!(await insertOnce(order, deps))) return undefined
    checkpoint('order:placed')
    return order
  }
  // Nearly every cart is new: earlier orders from the same cart are read only if its key is in use.
  const first = await place(cart)
  if (first) return first
  const { open, cartKey } = await readSameCart(cart, startedAt, deps)
  const next = open === undefined && cartKey !== cart ? await place(cartKey) : undefined
  if (next) return next
  const placed = open ?? (await deps.orders.findOne({ cartKey }, { createdAt: 1, paidAt: 1 }).lean())
  if (placed === null) throw conflict('This order is being changed in another window. Please try again.')
  if (!isExpired(placed)) return { ...priced, _id: placed._id, ownerId: input.user.id }
  await releaseCart(placed._id, deps)
  return storeOrder(input, deps)
}

/** Enough for the unpaid ones, and for the paid one with the highest counter, because the counters grow with time. */
const newestOfCart = 10

/**
 * The order that the cart is already, and the key of its next one. The counter is not the number of paid orders: those of which
 * an address was forgotten have no key any more.
 */
async function readSameCart(cart: string, startedAt: Date, { orders }: Pick<Deps, 'orders'>) {
  const fields = { cartKey: 1, createdAt: 1, paidAt: 1, announcedAt: 1, parcelsRevision: 1 } as const
  const same = await orders
    .find({ cartKey: { $regex: `^${cart}` } }, fields)
    .sort({ _id: -1 })
    .hint({ cartKey: 1 })
    .limit(newestOfCart)
    .lean()
  // An order whose parcels changed was announced before, but `announcedAt` is the time of the change.
  const isPaidSince = ({ announcedAt, parcelsRevision }: Partial<Order>) =>
    announcedAt !== undefined && announcedAt >= startedAt && parcelsRevision === undefined
  const counters = same
    .filter((order) => order.paidAt !== undefined && !isPaidSince(order))
    .map(({ cartKey = cart }) => Number(cartKey.slice(cart.length + 1)))
  return {
    open: same.find((order) => order.paidAt === undefined && !isExpired(order)) ?? same.find(isPaidSince),
    cartKey: counters.length === 0 ? cart : `${cart}.${Math.max(...counters) + 1}`,
  }
}

/**
 * Inserts an order. Returns false when its cart already has an order; that takes no further slot.
 * @throws 429 when the customer has too many unpaid orders
 */
async function insertOnce(order: ReturnType<typeof toOrder>, deps: Deps): Promise<boolean> {
  const { ownerId, cartKey } = order
  const insert = (unpaidSlot: string) => deps.outbox.insert({ ...order, unpaidSlot })
  try {
    if ((await inUnpaidSlot(ownerId, insert, deps)) !== null) return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
  if ((await deps.orders.exists({ cartKey })) !== null) return false
  throw await tooManyUnpaid(ownerId, deps)
}

/** Removes the cart key of an expired order that is not removed yet, so that the same cart can make a new order. */
async function releaseCart(_id: Order['_id'], { outbox }: Pick<Deps, 'outbox'>): Promise<void> {
  await outbox.change({ _id }, (order) => (isExpired(order) ? { update: { $unset: { cartKey: 1 } } } : null))
}

function toOrder(
  { user, customMessage: message }: PlaceOrderInput,
  priced: PricedOrder,
  { cartKey, terms }: { cartKey: string; terms: string },
) {
  const now = new Date()
  const customMessage = message || null
  const order = {
    _id: new Types.ObjectId(),
    ownerId: user.id,
    type: 'once' as const,
    status: 'pending' as const,
    checkout: { status: 'pending_payment' as const, stripeSessionId: null, errorMessage: null },
    customer: { name: `${user.firstName} ${user.lastName}`.trim() || null, email: user.email },
    ...priced,
    items: withReviews(priced.items, customMessage),
    customMessage,
    agreement: { ...checkoutConsent(priced.totalCents, terms), at: now },
    paymentIntentId: null,
    cartKey,
    unpaidUntil: expiryOf({ createdAt: now }),
    plan: null,
    statusHistory: [statusEntry('pending', 'customer', now)],
    createdAt: now,
  }
  return { ...order, searchTerms: searchTermsOf(order) }
}

/** A digest of owner, items, targets, reveals, dates, prices, discount and message: equal carts have equal digests. */
function digestOf(ownerId: string, customMessage: string | null, { items, ...priced }: PricedOrder): string {
  const lines = items.map(({ prank, contactId, contact, quantity, priceCents, reveal, arriveBy }) => {
    const { name, address, address2, city, state, zipCode } = contact
    const line = [prank.id, contactId, name, address, city, state, zipCode, quantity, priceCents]
    // Without a second line, a reveal and a date the digest is the same as before these existed.
    if (address2) line.push(address2)
    return [...line, ...(reveal ? [reveal] : []), ...(arriveBy ? [{ arriveBy }] : [])]
  })
  const cart = [ownerId, lines, priced.discountCode, priced.totalCents, customMessage]
  return callDigest(cart)
}
