import { type Connection, type Model, Schema } from 'mongoose'

/**
 * How far Stripe's list of events has been read: the one document of its collection. A reading goes
 * page by page from the newest event back to `from`; the other fields stand while it is under way.
 */
export interface EventCursor {
  _id: 'stripe'
  /** Nothing before this has to be looked at again. */
  from: Date
  /** Where the reading under way began, and the newest event that it found. */
  until: Date | null
  newest: Date | null
  /** The event that its next page comes after. */
  after: string | null
  /** When the next page may be read, by whichever replica comes first. */
  dueAt: Date
  /** Whose turn it is, until `dueAt`. */
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

/** The collection of the cursor on a connection. */
export function createEventCursorModel(connection: Connection): EventCursorModel {
  return connection.model<EventCursor>('EventCursor', schema)
}

/** Makes the cursor once, at the beginning of all that Stripe still shows. Safe to repeat. */
export async function openEventCursor(cursors: EventCursorModel): Promise<void> {
  const start = { from: new Date(0), until: null, newest: null, after: null, dueAt: new Date(0), lease: null }
  await cursors.updateOne({ _id: 'stripe' }, { $setOnInsert: start }, { upsert: true })
}
