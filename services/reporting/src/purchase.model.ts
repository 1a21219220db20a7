import {
  type DisputeStatus,
  disputeStatuses,
  type OrderStatus,
  orderStatuses,
  type RefundStatus,
  refundStatuses,
} from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'
import { type Projected, projectedFields } from './projected.ts'

/** What went back, or may go back, of a payment. */
export interface Return<Status> {
  id: string
  cents: number
  status: Status
  at: Date
  /** When a dispute got this status. */
  changedAt?: Date
}

/** A number of pieces of a prank. */
interface Pieces {
  prankId: string
  name: string
  quantity: number
}

/**
 * What reports need of a one-time order (`_id` is its id) or of a paid month of a plan (`_id` is its invoice). Nothing in
 * it says who paid and who receives. Events fill it in any sequence, so each field may still be unknown.
 */
export interface Purchase extends Projected {
  type: 'once' | 'month' | null
  paidAt: Date | null
  totalCents: number
  discountCode: string | null
  discountCents: number
  items: (Pieces & { cents: number })[]
  /** The latest status of a one-time order that an event reported. */
  status: { to: OrderStatus; at: Date } | null
  refunds: Return<RefundStatus>[]
  disputes: Return<DisputeStatus>[]
  parcels: (Pieces & { id: string; shippedAt: Date })[]
}

const requiredString = { type: String, required: true }
const requiredNumber = { type: Number, required: true }
const requiredDate = { type: Date, required: true }
const pieces = { prankId: requiredString, name: requiredString, quantity: requiredNumber }
const part = { _id: false, id: false }
const returnOf = (statuses: readonly string[]) =>
  new Schema(
    {
      id: requiredString,
      cents: requiredNumber,
      status: { ...requiredString, enum: statuses },
      at: requiredDate,
      changedAt: Date,
    },
    part,
  )

const schema = new Schema<Purchase>(
  {
    ...projectedFields,
    type: { type: String, enum: ['once', 'month', null], default: null },
    paidAt: { type: Date, default: null },
    totalCents: requiredNumber,
    discountCode: { type: String, default: null },
    discountCents: requiredNumber,
    items: [new Schema({ ...pieces, cents: requiredNumber }, part)],
    status: {
      type: new Schema({ to: { ...requiredString, enum: orderStatuses }, at: requiredDate }, part),
      default: null,
    },
    refunds: [returnOf(refundStatuses)],
    disputes: [returnOf(disputeStatuses)],
    parcels: [new Schema({ ...pieces, id: requiredString, shippedAt: requiredDate }, part)],
  },
  { versionKey: false, minimize: false, collection: 'purchases' },
)
// The purchases of a day, and those that changed since its figures were computed.
schema.index({ days: 1 })
schema.index({ staleDays: 1 })

export type PurchaseModel = Model<Purchase>

/** The model of purchases on a connection. */
export function createPurchaseModel(connection: Connection): PurchaseModel {
  return connection.model<Purchase>('Purchase', schema)
}
