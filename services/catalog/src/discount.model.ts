import {
  type Discount as AdminDiscount,
  type DiscountKind,
  discountKinds,
  discountScopes,
  formatCents,
} from '@prankpost/contracts'
import { type Connection, type Model, Schema, Types } from 'mongoose'

/** A discount code. `value` is cents, or hundredths of a percent; a limit that is null does not exist. */
export interface Discount {
  _id: Types.ObjectId
  /** Upper case; unique. */
  code: string
  kind: DiscountKind
  value: number
  appliesTo: (typeof discountScopes)[number]
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  maxUsesPerCustomer: number | null
  firstOrderOnly: boolean
  active: boolean
  /** Lower-case words that the operator's search uses. */
  searchTerms: string[]
  revision: number
  createdAt: Date
  updatedAt: Date
}

/**
 * The use of a code by an order or a plan: `held` until it is paid, then `used`. The slots are part of the document and
 * unique, so that parallel calls cannot exceed a limit. A use without a limit has none.
 */
export interface DiscountUse {
  _id: Types.ObjectId
  /** The order or the plan; unique. */
  orderId: string
  code: string
  /** A digest of the code and the customer's id: a customer can be recognized only by the same code. */
  customer: string | null
  state: 'held' | 'used'
  slot?: string
  customerSlot?: string
  /** The session that can be paid. */
  sessionId?: string
  /** When a held use ends if nothing ended it before. */
  until?: Date
  at: Date
}

const requiredString = { type: String, required: true }
const time = { type: Date, required: true }
const limit = { type: Number, default: null }

const schema = new Schema<Discount>(
  {
    code: { ...requiredString, unique: true },
    kind: { ...requiredString, enum: discountKinds },
    value: { type: Number, required: true },
    appliesTo: { ...requiredString, enum: discountScopes },
    startsAt: { type: Date, default: null },
    endsAt: { type: Date, default: null },
    maxUses: limit,
    maxUsesPerCustomer: limit,
    firstOrderOnly: { type: Boolean, required: true },
    active: { type: Boolean, required: true },
    searchTerms: [String],
    revision: { type: Number, required: true },
    createdAt: time,
    updatedAt: time,
  },
  { versionKey: false, collection: 'discounts' },
)
schema.index({ searchTerms: 1 })

const useSchema = new Schema<DiscountUse>(
  {
    orderId: { ...requiredString, unique: true },
    code: requiredString,
    customer: { type: String, default: null },
    state: { ...requiredString, enum: ['held', 'used'] },
    slot: { type: String, index: { unique: true, sparse: true } },
    customerSlot: { type: String, index: { unique: true, sparse: true } },
    sessionId: String,
    until: { type: Date, index: { sparse: true } },
    at: time,
  },
  { versionKey: false, collection: 'discount_uses' },
)
// For the limits, and for the figures of the operator's list.
useSchema.index({ code: 1, state: 1 })
useSchema.index({ code: 1, customer: 1, state: 1 })

export type DiscountModel = Model<Discount>
export type DiscountUseModel = Model<DiscountUse>

/** The collections of discount codes and of their uses on a connection. */
export const createDiscountModel = (connection: Connection): DiscountModel =>
  connection.model<Discount>('Discount', schema)
export const createDiscountUseModel = (connection: Connection): DiscountUseModel =>
  connection.model<DiscountUse>('DiscountUse', useSchema)

/** Whether a purchase has to hold a use of the code until it is paid. */
export const isLimited = (discount: Pick<Discount, 'maxUses' | 'maxUsesPerCustomer' | 'firstOrderOnly'>) =>
  discount.maxUses !== null || perCustomer(discount) !== null

/** How often one customer may use the code; a code for first orders once. */
export const perCustomer = ({
  maxUsesPerCustomer,
  firstOrderOnly,
}: Pick<Discount, 'maxUsesPerCustomer' | 'firstOrderOnly'>): number | null =>
  firstOrderOnly ? 1 : maxUsesPerCustomer

/** A discount code as operators see it. */
export function toDiscountDto(
  discount: Omit<Discount, 'searchTerms'> & { searchTerms?: string[] },
  figures: Pick<AdminDiscount, 'uses' | 'held'>,
): AdminDiscount {
  const { _id, value, startsAt, endsAt, createdAt, updatedAt, searchTerms: _, ...rest } = discount
  return {
    ...rest,
    id: String(_id),
    value: formatCents(value),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    ...figures,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** A new discount code. */
export const newDiscount = (
  facts: Omit<Discount, '_id' | 'searchTerms' | 'revision' | 'createdAt' | 'updatedAt'>,
): Discount => {
  const now = new Date()
  const searchTerms = [facts.code.toLowerCase()]
  return { ...facts, _id: new Types.ObjectId(), searchTerms, revision: 1, createdAt: now, updatedAt: now }
}
