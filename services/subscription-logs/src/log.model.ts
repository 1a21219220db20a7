import { type LogAction, logActions } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** The entry of one event of a plan. No later event changes it. */
export interface LogEntry {
  /**
   * `time-rank-event`: sorts by the time of the event, then by kind, then by the event's id. It depends only on the
   * event, so that an event that is delivered several times has one entry.
   */
  _id: string
  action: LogAction
  at: Date
  subscriptionId: string
  stripeSubscriptionId: string
  ownerId: string
  email: string
  /** Both are null if the status did not change. */
  previousStatus: string | null
  newStatus: string | null
  prankCount: number
  amountCents: number
  details: string
  trackingNumber: string | null
  adminNotes: string | null
  metadata: Record<string, string | number | null>
  /** The lower-case words that the operator's search matches. */
  searchTerms: string[]
}

const requiredString = { type: String, required: true }
const text = { type: String, default: null }
const requiredNumber = { type: Number, required: true }

const schema = new Schema<LogEntry>(
  {
    _id: requiredString,
    action: { type: String, required: true, enum: logActions },
    at: { type: Date, required: true },
    subscriptionId: requiredString,
    stripeSubscriptionId: requiredString,
    ownerId: requiredString,
    email: requiredString,
    previousStatus: text,
    newStatus: text,
    prankCount: requiredNumber,
    amountCents: requiredNumber,
    details: requiredString,
    trackingNumber: text,
    adminNotes: text,
    metadata: { type: Schema.Types.Mixed, required: true },
    searchTerms: [String],
  },
  { versionKey: false, collection: 'logs' },
)
// The operator's list, newest first.
schema.index({ action: 1, _id: -1 })
schema.index({ searchTerms: 1, action: 1 })
// The entries of a customer, for the export and the erasure of personal data, and the paid months of parcels.
schema.index({ ownerId: 1 })
// Entries that name a recipient, oldest first.
schema.index({ at: 1 }, { partialFilterExpression: { 'metadata.contactName': { $gt: '' } } })

export type LogModel = Model<LogEntry>

/** The model of log entries on a connection. */
export function createLogModel(connection: Connection): LogModel {
  return connection.model<LogEntry>('Log', schema)
}
