import { type Connection, type Model, Schema } from 'mongoose'

/**
 * The position in Stripe's list of events: the only document of its collection. A scan goes page by page from the newest
 * event back to `from`. The other fields describe the current scan.
 */
export interface EventCursor {
  _id: 'stripe'
  /** Events before this time need no further check. */
  from: Date
  /** Where the current scan began, and the time of the newest event that it found. */
  until: Date | null
  newest: Date | null
  /** The last event of the previous page. */
  after: string | null
  /** When the next page may be read, by any replica. */
  dueAt: Date
  /** The id of the current lease, which ends at `dueAt`. */
  lease: string | null
}

const date = { type: Date, default: null }
const text = { type: String, default: null }

const schema = new Schema<EventCursor>(
  {
    _id: { type: String, required: true },
    from: { type: Date, required: true },
    until: date,
    newest: date,
    after: text,
    dueAt: { type: Date, required: true },
    lease: text,
  },
  { versionKey: false, collection: 'event_cursors' },
)

export type EventCursorModel = Model<EventCursor>

/** The model of the cursor on a connection. */
export function createEventCursorModel(connection: Connection): EventCursorModel {
  return connection.model<EventCursor>('EventCursor', schema)
}

/** Creates the cursor once, at the oldest event that Stripe still lists. Safe to repeat. */
export async function openEventCursor(cursors: EventCursorModel): Promise<void> {
  const start = { from: new Date(0), until: null, newest: null, after: null, dueAt: new Date(0), lease: null }
  await cursors.updateOne({ _id: 'stripe' }, { $setOnInsert: start }, { upsert: true })
}
