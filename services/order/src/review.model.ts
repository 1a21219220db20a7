import type { ScreeningMatch } from '@prankpost/contracts'
import { Schema } from 'mongoose'

/**
 * What the screening found in an item, or that its recipient reported harassment. It is never removed; `decidedAt` is set once
 * the parcel was released or refused.
 */
export interface Screening {
  matches: ScreeningMatch[]
  decidedAt: Date | null
}

/** An operator's refusal of a parcel. The customer reads the reason, which is null once their data is erased. */
export interface Refusal {
  reason: string | null
  at: Date
  refundId: string | null
}

const text = { type: String, required: true }
const match = new Schema<ScreeningMatch>({ kind: text, where: text }, { _id: false })

/** The schema of a screening in an item. */
export const screeningSchema = new Schema<Screening>(
  { matches: [match], decidedAt: { type: Date, default: null } },
  { _id: false },
)

/** The schema of a refusal in an item. */
export const refusedSchema = new Schema<Refusal>(
  { reason: { type: String, default: null }, at: Date, refundId: { type: String, default: null } },
  { _id: false },
)
