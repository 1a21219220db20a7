import { Schema } from 'mongoose'

const requiredString = { type: String, required: true }

/** A `StoredAgreement` of contracts: what a customer agreed to, and when. Price and interval are absent for a sign-up. */
export const agreementSchema = new Schema(
  {
    kind: requiredString,
    version: requiredString,
    wording: requiredString,
    amountCents: Number,
    interval: String,
    at: { type: Date, required: true },
  },
  { _id: false },
)
