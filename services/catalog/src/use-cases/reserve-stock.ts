import { type ReservationRequest, shortageOf } from '@prankpost/contracts'
import { conflict } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import type { Prank } from '../prank.model.ts'
import { findEntry, type StockEntry } from '../stock.model.ts'

/**
 * Reserves the pranks of an unpaid order whose stock is counted. Each prank is one conditional write, so that of parallel
 * orders only as many succeed as units are left. A repeat renews the reservation and takes nothing twice. If one prank is
 * sold out, what this call reserved is released; if the process dies before that, the reservation ends by itself.
 * @throws 409 with a message for the customer when fewer are left than the order needs
 */
export async function reserveStock(
  { orderId, pranks, sessionId, at, until }: StockRequest,
  deps: Pick<Deps, 'pranks'>,
): Promise<void> {
  const added: string[] = []
  for (const { prankId, quantity } of pranks) {
    const entry = { orderId, quantity, at, until, ...(sessionId !== null && { sessionId }) }
    if (await renew(prankId, entry, deps)) continue
    if (await reserve(prankId, entry, deps)) {
      added.push(prankId)
      continue
    }
    const message = await whyNot(prankId, entry, deps)
    if (message === null) continue
    await Promise.all(added.map((id) => release(id, orderId, deps)))
    throw conflict(message)
  }
}

type StockRequest = Pick<ReservationRequest, 'orderId' | 'pranks' | 'sessionId'> & { at: Date; until: Date }

interface Reservation {
  orderId: string
  quantity: number
  at: Date
  until: Date
  sessionId?: string
}

/** Whether the order has its units already. It keeps them at least as long as before. */
async function renew(_id: string, entry: Reservation, { pranks }: Pick<Deps, 'pranks'>) {
  const { orderId, at, until, sessionId } = entry
  const { matchedCount } = await pranks.updateOne(
    { _id, 'stock.entries': { $elemMatch: { orderId, state: 'reserved' } } },
    {
      $set: { 'stock.entries.$.at': at, ...(sessionId && { 'stock.entries.$.sessionId': sessionId }) },
      $max: { 'stock.entries.$.until': until },
    },
  )
  return matchedCount === 1
}

async function reserve(_id: string, entry: Reservation, { pranks }: Pick<Deps, 'pranks'>) {
  const { orderId, quantity } = entry
  const { modifiedCount } = await pranks.updateOne(
    { _id, isCounted: true, 'stock.left': { $gte: quantity }, 'stock.entries.orderId': { $ne: orderId } },
    {
      $inc: { 'stock.left': -quantity, 'stock.reserved': quantity, 'stock.changes': 1 },
      $push: { 'stock.entries': { ...entry, state: 'reserved' } },
    },
  )
  return modifiedCount === 1
}

/** Why nothing was reserved; null when nothing has to be: the prank is not counted, or the order is paid or reserved. */
async function whyNot(_id: string, { orderId, quantity }: Reservation, { pranks }: Pick<Deps, 'pranks'>) {
  const prank = await pranks
    .findOne({ _id, isCounted: true }, { name: 1, 'stock.left': 1 })
    .lean<Pick<Prank, 'name' | 'stock'>>()
  if (prank?.stock === undefined) return null
  if ((await pranks.exists({ _id, 'stock.entries.orderId': orderId })) !== null) return null
  const { name, stock } = prank
  // Something was released after the attempt.
  if (stock.left >= quantity) return `${name} is in demand at this moment. Please try again.`
  return shortageOf(name, stock.left)
}

/**
 * Releases the reservation of an order if it is like `more`; a paid order keeps its units. A reservation that is renewed at
 * the same moment stays. A repeat changes nothing.
 */
export async function release(
  _id: string,
  orderId: string,
  { pranks }: Pick<Deps, 'pranks'>,
  more: QueryFilter<StockEntry> = {},
): Promise<void> {
  const entry = await findEntry(pranks, { ...more, orderId, state: 'reserved' }, { _id })
  if (entry === null) return
  const { quantity, at } = entry
  await pranks.updateOne(
    { _id, 'stock.entries': { $elemMatch: { ...more, orderId, state: 'reserved', quantity, at } } },
    {
      $inc: { 'stock.left': quantity, 'stock.reserved': -quantity, 'stock.changes': 1 },
      $pull: { 'stock.entries': { orderId } },
    },
  )
}
