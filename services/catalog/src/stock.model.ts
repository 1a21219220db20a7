import { type QueryFilter, Schema } from 'mongoose'
import type { Prank, PrankModel } from './prank.model.ts'

/** What an order holds of a prank. An order that was paid keeps it as `sold`, so that a repeat changes nothing. */
export interface StockEntry {
  orderId: string
  quantity: number
  state: 'reserved' | 'sold'
  at: Date
  /** The session that can be paid. */
  sessionId?: string
  /** When a reservation ends by itself. */
  until?: Date
}

/**
 * The counted stock of a prank. It is changed by conditional writes without a new revision of the prank: each write
 * changes an entry together with the figures that follow from it. A unit belongs to at most one entry, so there are at
 * most as many entries as the stock had units.
 */
export interface Stock {
  /** What can be ordered. Below 0 if more was paid for than there was. */
  left: number
  reserved: number
  entries: StockEntry[]
  /** Increased with each change. */
  changes: number
  /** When operators were notified that it is low; missing once it was set again. */
  lowSince?: Date
}

const number = { type: Number, required: true }
const entry = new Schema<StockEntry>(
  {
    orderId: { type: String, required: true },
    quantity: number,
    state: { type: String, required: true, enum: ['reserved', 'sold'] },
    // Not `required`: Mongoose would then refuse to remove entries by their time.
    at: Date,
    sessionId: String,
    until: Date,
  },
  { _id: false },
)
export const stockSchema = new Schema<Stock>(
  { left: number, reserved: number, entries: [entry], changes: number, lowSince: Date },
  { _id: false },
)

/** One entry, and the prank whose stock it belongs to; null if there is none like it. */
export async function findEntry(
  pranks: PrankModel,
  own: QueryFilter<StockEntry>,
  filter: { _id?: string } = {},
): Promise<(StockEntry & { prankId: string }) | null> {
  const prank = await pranks
    .findOne({ ...filter, 'stock.entries': { $elemMatch: own } }, { 'stock.entries.$': 1 })
    .lean<Pick<Prank, '_id' | 'stock'>>()
  const entry = prank?.stock?.entries[0]
  return prank === null || entry === undefined ? null : { ...entry, prankId: prank._id }
}
