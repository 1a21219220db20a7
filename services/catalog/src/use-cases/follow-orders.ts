import type { EventData } from '@prankpost/contracts'
import { type Deps, emit } from '../deps.ts'
import { lowStockLevel } from '../shop.model.ts'
import { findEntry } from '../stock.model.ts'
import { release } from './reserve-stock.ts'

type StockDeps = Pick<Deps, 'pranks' | 'outbox' | 'now' | 'shops' | 'shopDefaults'>

/** How long a sale is kept. An older order-paid is ignored, so that it is not counted twice. */
export const soldKeptMs = 30 * 86_400_000

/**
 * Takes the pranks of a paid order from the stock: the reservation becomes a sale. An order without a reservation, which
 * was paid after it had ended, takes its units, too, so that the stock may fall below 0. Each prank is one write. A repeat,
 * also after a crash between two pranks, changes only what is missing. Of a stock that is no longer counted it takes nothing.
 */
export async function sellStock(
  { orderId, items, paidAt }: EventData<'order-paid'>,
  deps: StockDeps,
): Promise<void> {
  const { pranks, now } = deps
  const at = now()
  if (at.getTime() - new Date(paidAt).getTime() > soldKeptMs) return
  const ids = [...new Set(items.map(({ prank }) => prank.id))]
  const counted = await pranks.distinct('_id', { _id: { $in: ids }, 'stock.left': { $exists: true } })
  const sold = items.filter(({ prank }) => counted.includes(prank.id))
  for (const [_id, quantity] of quantitiesOf(
    sold.map(({ prank, quantity }) => ({ id: prank.id, quantity })),
  )) {
    const held = (await findEntry(pranks, { orderId, state: 'reserved' }, { _id }))?.quantity
    if (held !== undefined) {
      await pranks.updateOne(
        { _id, 'stock.entries': { $elemMatch: { orderId, state: 'reserved', quantity: held } } },
        {
          $set: { 'stock.entries.$.state': 'sold', 'stock.entries.$.at': at },
          $unset: { 'stock.entries.$.until': 1 },
          $inc: { 'stock.reserved': -held, 'stock.changes': 1 },
        },
      )
    }
    await pranks.updateOne(
      { _id, isCounted: true, 'stock.left': { $exists: true }, 'stock.entries.orderId': { $ne: orderId } },
      {
        $inc: { 'stock.left': -quantity, 'stock.changes': 1 },
        $push: { 'stock.entries': { orderId, quantity, state: 'sold', at } },
      },
    )
    await reportLowStock(_id, deps)
  }
}

/** The units of each prank of an order. */
function quantitiesOf(items: { id: string; quantity: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { id, quantity } of items) sums.set(id, (sums.get(id) ?? 0) + quantity)
  return sums
}

/**
 * Notifies operators once that a stock is low. If the process dies before it, the redelivered order-paid does it. What is
 * reserved counts as left: most reservations of a rush end.
 */
async function reportLowStock(_id: string, deps: StockDeps): Promise<void> {
  const { pranks, outbox, now } = deps
  const level = await lowStockLevel(deps)
  const isLow = await pranks.exists({
    _id,
    isCounted: true,
    'stock.left': { $lte: level },
    'stock.lowSince': { $exists: false },
  })
  if (isLow === null) return
  await outbox.change({ _id }, ({ name, stock }) => {
    if (stock === undefined || stock.lowSince || stock.left + stock.reserved > level) return null
    const at = now()
    const left = Math.max(0, stock.left + stock.reserved)
    return {
      update: { $set: { 'stock.lowSince': at } },
      // Without a new revision: an operator may be editing the prank.
      guard: { 'stock.lowSince': { $exists: false } },
      events: [emit('stock-low', _id, { prankId: _id, name, left, at: at.toISOString() })],
    }
  })
}

/**
 * Releases what an order reserved once its session has ended without a payment, or, without a session, once it can no
 * longer be paid at all. A reservation for a later session stays. A repeat changes nothing.
 */
export async function releaseStock(
  { orderId, sessionId }: { orderId: string; sessionId?: string },
  { pranks }: Pick<Deps, 'pranks'>,
): Promise<void> {
  const ofSession = sessionId === undefined ? {} : { sessionId: { $in: [null, sessionId] } }
  const holding = await pranks
    .find({ 'stock.entries.orderId': orderId }, { _id: 1 })
    .limit(maxPranksOfOrder)
    .lean()
  for (const { _id } of holding) await release(_id, orderId, { pranks }, ofSession)
}

/** The items of an order, as the contract limits them. */
const maxPranksOfOrder = 50

/**
 * Returns the units of withdrawn parcels to the stock: an order was cancelled, or refunded with its parcels. The event
 * contains the whole state, so that a repeat changes nothing. If all units were withdrawn before the order-paid of an order
 * without a reservation arrives, that takes none. Events of earlier versions do not say what a parcel contains.
 *
 * The sale of an order that was paid more than 30 days ago may be forgotten (`setStock`). The parcels that were withdrawn in the
 * last 30 days are returned then, and the entry of the sale is stored again in the same write, so that a repeat finds it; an
 * event that is delivered once more after that time returns nothing.
 */
export async function returnStock(
  { orderId, parcels, paidAt }: Pick<EventData<'order-parcels-changed'>, 'orderId' | 'parcels' | 'paidAt'>,
  { pranks, now }: Pick<Deps, 'pranks' | 'now'>,
): Promise<void> {
  if (!parcels.some(({ isWithdrawn }) => isWithdrawn)) return
  const at = now()
  const isOld = (time: string) => at.getTime() - new Date(time).getTime() > soldKeptMs
  const mayBeForgotten = paidAt !== undefined && isOld(paidAt)
  const known = parcels.flatMap(({ prankId: id, quantity, isWithdrawn, withdrawnAt }) =>
    id === undefined || quantity === undefined ? [] : { id, quantity, isWithdrawn, withdrawnAt },
  )
  const kept = quantitiesOf(known.map((one) => ({ ...one, quantity: one.isWithdrawn ? 0 : one.quantity })))
  const lately = quantitiesOf(known.filter(({ withdrawnAt }) => withdrawnAt && !isOld(withdrawnAt)))
  for (const [_id, quantity] of kept) {
    const returned = mayBeForgotten ? (lately.get(_id) ?? 0) : 0
    if (quantity === 0 || returned > 0) {
      await pranks.updateOne(
        { _id, isCounted: true, 'stock.left': { $exists: true }, 'stock.entries.orderId': { $ne: orderId } },
        {
          $inc: { 'stock.left': returned, 'stock.changes': 1 },
          $push: { 'stock.entries': { orderId, quantity, state: 'sold', at } },
        },
      )
    }
    const entry = await findEntry(pranks, { orderId, quantity: { $gt: quantity } }, { _id })
    if (entry === null) continue
    const more = entry.quantity - quantity
    await pranks.updateOne(
      { _id, 'stock.entries': { $elemMatch: { orderId, quantity: entry.quantity, state: entry.state } } },
      {
        $set: { 'stock.entries.$.quantity': quantity, 'stock.entries.$.at': at },
        $inc: {
          'stock.left': more,
          'stock.changes': 1,
          ...(entry.state === 'reserved' && { 'stock.reserved': -more }),
        },
      },
    )
  }
}
