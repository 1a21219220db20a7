import { type AdminCase, type CaseOutcome, caseStatuses } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema, type Types } from 'mongoose'
import { isUnit } from './address-digest.ts'

/** What a recipient reported with the code of one parcel. */
export interface CaseReport {
  reference: string
  message: string | null
  at: Date
}

/**
 * What recipients reported about one address. While it is open, nothing unsent is sent there, and nothing new is sold or drawn
 * for it. It contains neither the address nor a sender.
 */
export interface Case extends OutboxDocument {
  _id: Types.ObjectId
  /** The keyed digest of the address, or that of the reference if the address was erased before the report. */
  digest: string
  /** The address was erased before the report: nothing is held by the case, and no address can be blocked. */
  isErased?: true
  /** The digest again while it is open; unique, so that an address has one open case. */
  openDigest?: string
  status: (typeof caseStatuses)[number]
  openedAt: Date
  reports: CaseReport[]
  /** Set before the address of an open case is listed: from then on it can only be closed as blocked. */
  deciding?: 'blocked'
  closed?: { at: Date; by: string; outcome: CaseOutcome; note: string }
  /** When a closed case is deleted. */
  until?: Date
}

const text = { type: String, required: true }
const date = { type: Date, required: true }
const schema = new Schema<Case>(
  {
    digest: text,
    isErased: Boolean,
    openDigest: { type: String, index: { unique: true, sparse: true } },
    status: { ...text, enum: caseStatuses },
    openedAt: date,
    reports: [
      new Schema<CaseReport>(
        { reference: text, message: { type: String, default: null }, at: date },
        { _id: false },
      ),
    ],
    closed: {
      type: new Schema({ at: date, by: text, outcome: text, note: text }, { _id: false }),
      default: undefined,
    },
    deciding: { type: String, enum: ['blocked'] },
    until: Date,
    ...outboxFields,
  },
  { versionKey: false, collection: 'cases' },
)
schema.index({ status: 1, _id: -1 })
schema.index({ until: 1 }, { expireAfterSeconds: 0 })

export type CaseModel = Model<Case>

/** The cases on a connection. */
export const createCaseModel = (connection: Connection): CaseModel => connection.model<Case>('Case', schema)

/** A case as operators see it. */
export const toCaseDto = ({ _id, digest, status, openedAt, isErased, reports, closed }: Case): AdminCase => ({
  id: String(_id),
  status,
  openedAt: openedAt.toISOString(),
  isErased: isErased ?? false,
  hasUnit: isUnit(digest),
  reports: reports.map(({ message, at }) => ({ message, at: at.toISOString() })),
  closed: closed ? { ...closed, at: closed.at.toISOString() } : null,
})
