import { type LogAction, logActions } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** One thing that happened to a plan: what one event told, never changed afterwards. */
export interface LogEntry {
  /**
   * `time-rank-event`: sorts by when it happened, then by kind, then by the event's id. Made from the
   * event alone, so that the same event is the same entry however often it comes.
   */
  _id: string
  action: LogAction
  at: Date
  subscriptionId: string
  stripeSubscriptionId: string
  ownerId: string
  email: string
  /** Both null where the status did not change. */
  previousStatus: string | null
  newStatus: string | null
  prankCount: number
  amountCents: number
  details: string
  trackingNumber: string | null
  adminNotes: string | null
  metadata: Record<string, string | number | null>
  /** Lower-case words that the operator's search looks in. */
  searchTerms: string[]
}

const words = { type: String, required: true }
const text = { type: String, default: null }
const number = { type: Number, required: true }

const schema = new Schema<LogEntry>(
  {
    _id: words,
    action: { type: String, required: true, enum: logActions },
    at: { type: Date, required: true },
    subscriptionId: words,
    stripeSubscriptionId: words,
    ownerId: words,
    email: words,
    previousStatus: text,
    newStatus: text,
    prankCount: number,
    amountCents: number,
    details: words,
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
// What happened to a customer's plans, for who wants to know, or goes.
schema.index({ ownerId: 1 })
// The entry that began each plan: parcels take from it what they do not say themselves.
schema.index({ subscriptionId: 1 }, { partialFilterExpression: { action: 'created' } })

export type LogModel = Model<LogEntry>

/** The collection of log entries on a connection. */
export function createLogModel(connection: Connection): LogModel {
  return connection.model<LogEntry>('Log', schema)
}
