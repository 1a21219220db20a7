import {
  heldElsewhere,
  houseOf,
  internalPranks,
  type ReservationRequest,
  reservationAnswer,
  reservationEnded,
  sessionClosed,
  shortageOf,
  within,
} from '@prankpost/contracts'
import { AppError, conflict, invalid } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import { holdPlaces, releasePlaces } from './consent.ts'
import type { Deps } from './deps.ts'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'

/** What is reserved for an order. */
export type Reserved = Pick<
  Order,
  '_id' | 'ownerId' | 'items' | 'discountCode' | 'reservesStock' | 'holdsDiscount' | 'firstOrderOnly'
>
type ReserveDeps = Pick<Deps, 'orders' | 'catalog' | 'payment' | 'consent' | 'log'>

/**
 * Reserves what an unpaid order needs: the places of its parcels at their addresses, counted pranks, and a use of its limited
 * discount code; a repeat renews all. Orders without the latter two do not call catalog. What earlier unpaid orders of the
 * same customer hold is taken from them: first their sessions are closed. If the process dies in between, they can be paid
 * with a new session, which reserves again.
 * @throws 409 with a message for the customer when a target can get no more parcels, a prank is sold out or the code is used
 * up, 503 when consent or catalog is unavailable
 */
export async function reserve(order: Reserved, sessionId: string | null, deps: ReserveDeps): Promise<void> {
  await reservePlaces(order, sessionId, deps)
  if (order.reservesStock || order.holdsDiscount) await reserveAtCatalog(order, sessionId, deps)
}

/** Takes the places of its parcels, if necessary those of the customer's other unpaid orders. @throws as reserve does */
async function reservePlaces(order: Reserved, sessionId: string | null, deps: ReserveDeps): Promise<void> {
  const hold = (isLastTry: boolean) => holdPlaces(order, { paid: false, sessionId }, deps, { isLastTry })
  if ((await hold(false)) === 'held') return
  const houses = new Set(
    order.items.flatMap(({ addressDigest }) => (addressDigest ? houseOf(addressDigest) : [])),
  )
  const there = [...houses].flatMap((house) => within(house).$in)
  await endOthers(order, { 'items.addressDigest': { $in: there } }, deps)
  await hold(true)
}

/** Takes counted pranks and a use of the code, if necessary those of the customer's other unpaid orders. @throws as reserve does */
async function reserveAtCatalog(order: Reserved, sessionId: string | null, deps: ReserveDeps): Promise<void> {
  const { _id, ownerId, items, discountCode, reservesStock, holdsDiscount, firstOrderOnly } = order
  const request: ReservationRequest = {
    orderId: String(_id),
    pranks: reservesStock
      ? [...quantitiesOf(items)].map(([prankId, quantity]) => ({ prankId, quantity }))
      : [],
    ...(holdsDiscount &&
      discountCode &&
      ownerId && { discount: { code: discountCode, customerId: ownerId } }),
    sessionId,
  }
  const ask = () => deps.catalog.post('/internal/reservations', reservationAnswer, request)
  const first = await ask().catch(async (error) => {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    const { now, later } = await shortages(order, deps)
    if (now === null || later !== null) throw error
    await endOthers(order, { reservesStock: true, 'items.prank.id': { $in: prankIds(items) } }, deps)
    return ask()
  })
  if (first.reserved) return
  await endOthers(order, { $or: [{ discountCode }, ...(firstOrderOnly ? [{ firstOrderOnly }] : [])] }, deps)
  if ((await ask()).reserved) return
  throw conflict(heldElsewhere({ firstOrderOnly }))
}

/** What an order needs now: its pranks may be counted since it was placed. */
export async function presentNeeds(order: Order, { prices }: Pick<Deps, 'prices'>): Promise<Reserved> {
  const counted = { _id: { $in: order.items.map(({ prank }) => prank.id) }, isCounted: true }
  const reservesStock = order.reservesStock || (await prices.exists(counted)) !== null
  return { ...order, ...(reservesStock && { reservesStock }) }
}

/** More unpaid orders than a customer has with the same code, or to the same address. */
const maxOthers = 20

/** Closes the sessions of the customer's other unpaid orders that match, and releases what they reserved. */
export async function endOthers(
  { _id, ownerId }: Pick<Order, '_id' | 'ownerId'>,
  filter: QueryFilter<Order>,
  { orders, catalog, payment, ...deps }: ReserveDeps,
): Promise<void> {
  const others = await orders
    .find({ ...filter, ownerId, paidAt: null, _id: { $ne: _id } }, { _id: 1 })
    .limit(maxOthers)
    .lean()
  for (const other of others) {
    const orderId = String(other._id)
    const path = `/internal/orders/${orderId}/close-session`
    const { closed } = await payment.post(path, sessionClosed, {})
    if (!closed) continue
    await catalog.post('/internal/reservations/end', reservationEnded, { orderId })
    await releasePlaces(other, deps)
  }
}

type Needed = Pick<Order, 'ownerId' | 'items' | 'reservesStock'> & Partial<Pick<Order, '_id'>>

/**
 * Checks whether enough is left of counted pranks; reserves nothing.
 * @throws 400 with a message for the customer, 503 when catalog is unavailable
 */
export async function checkStock(order: Needed, deps: Pick<Deps, 'catalog' | 'orders'>): Promise<void> {
  const { later } = await shortages(order, deps)
  if (later !== null) throw invalid(later)
}

/**
 * The message about a counted prank of which too few are left, null if there is none: now, and after the other unpaid orders of
 * the same customer. What those reserve is this customer's: it may be the same cart, or they end when this one is placed.
 */
async function shortages(
  { _id, ownerId, items, reservesStock }: Needed,
  { catalog, orders }: Pick<Deps, 'catalog' | 'orders'>,
): Promise<{ now: string | null; later: string | null }> {
  if (!reservesStock) return { now: null, later: null }
  const path = `/internal/pranks?${new URLSearchParams({ ids: prankIds(items).join(',') })}`
  const pranks = await catalog.get(path, internalPranks)
  const shortOf = (reserved: ReadonlyMap<string, number>) => {
    for (const [prankId, quantity] of quantitiesOf(items)) {
      const prank = pranks.find((one) => one.prankId === prankId)
      const left = (prank?.left ?? quantity) + (reserved.get(prankId) ?? 0)
      if (left < quantity) return shortageOf(prank?.name ?? 'This prank', left)
    }
    return null
  }
  const now = shortOf(new Map())
  if (now === null) return { now, later: now }
  const others = await orders
    .find({ ownerId, paidAt: null, reservesStock: true, ...(_id && { _id: { $ne: _id } }) }, { items: 1 })
    .limit(maxOthers)
    .lean()
  return { now, later: shortOf(quantitiesOf(others.flatMap((other) => other.items))) }
}

const prankIds = (items: readonly OrderItem[]) => [...new Set(items.map(({ prank }) => prank.id))]

/** The units of each prank, by its id. */
function quantitiesOf(items: readonly OrderItem[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { prank, quantity } of items) sums.set(prank.id, (sums.get(prank.id) ?? 0) + quantity)
  return sums
}
