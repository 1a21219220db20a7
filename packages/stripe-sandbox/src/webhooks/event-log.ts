import { type Db, MongoBulkWriteError } from 'mongodb'

/** The delivery of one copy of an event to the shop. */
export interface Delivery {
  state: 'pending' | 'succeeded' | 'failed' | 'dropped'
  attempts: number
  /** Set only while the delivery is pending, so that the sparse index contains nothing else. */
  nextAttemptAt?: Date
  deliveredAt: Date | null
  lastStatus: number | null
  lastError: string | null
}

/**
 * An event with its deliveries: one, or more when chaos adds copies; none when its type is not sent or there is no
 * webhook address.
 */
export interface StoredEvent {
  _id: string
  type: string
  createdAt: Date
  body: string
  deliveries: Delivery[]
}

/** The event log: all events and the state of their deliveries. */
export type EventLog = Awaited<ReturnType<typeof openEventLog>>

/** Opens the log and creates an index for each of its queries. */
export async function openEventLog(db: Db) {
  const events = db.collection<StoredEvent>('events')
  await events.createIndexes([
    { key: { createdAt: -1, _id: -1 } },
    { key: { type: 1, createdAt: -1, _id: -1 } },
    { key: { 'deliveries.nextAttemptAt': 1 }, sparse: true },
  ])

  return {
    events,

    /** Inserts events and returns the new ones; existing events stay unchanged, so a repeat is safe. */
    async add(stored: StoredEvent[]): Promise<StoredEvent[]> {
      const known = new Set<number>()
      try {
        if (stored.length > 0) await events.insertMany(stored, { ordered: false })
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError)) throw error
        for (const { code, index } of [error.writeErrors].flat()) {
          if (code !== 11000) throw error
          known.add(index)
        }
      }
      return stored.filter((_, index) => !known.has(index))
    },

    /** Records the outcome of an attempt. */
    async saveOutcome(eventId: string, copy: number, delivery: Delivery): Promise<void> {
      await events.updateOne({ _id: eventId }, { $set: { [`deliveries.${copy}`]: delivery } })
    },

    /** Events with a delivery that is due, the longest overdue first. */
    due(now: Date, limit: number): Promise<StoredEvent[]> {
      const when = { 'deliveries.nextAttemptAt': { $lte: now } }
      return events.find(when).sort({ 'deliveries.nextAttemptAt': 1 }).limit(limit).toArray()
    },
  }
}
