import { type AnyBulkWriteOperation, type Collection, type Db, MongoBulkWriteError } from 'mongodb'
import { createBatch } from '../batch.ts'
import type { Checkout, RecordedEvent } from '../checkout.model.ts'

/** One copy of an event on its way to the shop. */
export interface Delivery {
  state: 'pending' | 'succeeded' | 'failed' | 'dropped'
  attempts: number
  /** There only while the delivery is pending, so that the index holds nothing else. */
  nextAttemptAt?: Date
  deliveredAt: Date | null
  lastStatus: number | null
  lastError: string | null
}

/**
 * An event with its deliveries: one, or more when chaos makes copies; none when its type is not sent, or
 * without a webhook address.
 */
export interface StoredEvent {
  _id: string
  type: string
  createdAt: Date
  body: string
  deliveries: Delivery[]
}

/** The event log: what happened, and how far the telling of it has come. */
export type EventLog = Awaited<ReturnType<typeof openEventLog>>

/** Opens the log and makes sure that each of its queries has an index. */
export async function openEventLog(db: Db, checkouts: Collection<Checkout>) {
  const events = db.collection<StoredEvent>('events')
  await events.createIndexes([
    { key: { createdAt: -1, _id: -1 } },
    { key: { type: 1, createdAt: -1, _id: -1 } },
    { key: { 'deliveries.nextAttemptAt': 1 }, sparse: true },
  ])

  // What a crash takes away of these is looked at, or sent, a second time.
  const writeConcern = { w: 1, j: false } as const
  const cleared = createBatch<{ checkoutId: string; eventIds: string[] }>(async (items) => {
    const ids = items.flatMap((item) => item.eventIds)
    const checkoutIds = items.map((item) => item.checkoutId)
    const update = { $pull: { outbox: { id: { $in: ids } } } }
    await checkouts.updateMany({ _id: { $in: checkoutIds } }, update, { writeConcern })
  }, 100)

  const outcomes = createBatch<AnyBulkWriteOperation<StoredEvent>>(async (writes) => {
    await events.bulkWrite(writes, { ordered: false, writeConcern })
  }, 100)

  return {
    events,

    /**
     * Moves events from a checkout's outbox into the log. An event that is there already stays as it
     * is, so a crash between the two writes is made good by doing it again.
     */
    async add(
      checkoutId: string,
      recorded: RecordedEvent[],
      plan: (type: string) => Delivery[],
    ): Promise<StoredEvent[]> {
      const stored = recorded.map(({ id, type, createdAt, body }) => ({
        _id: id,
        type,
        createdAt,
        body,
        deliveries: plan(type),
      }))
      const known = await insertNew(events, stored)
      const eventIds = stored.map((event) => event._id)
      // Not waited for: an outbox that is cleared late, or never, only costs a second look.
      cleared.add({ checkoutId, eventIds }).catch(() => {})
      return stored.filter((event) => !known.has(event._id))
    },

    /** Records how an attempt went, together with others of the same moment. */
    saveOutcome(eventId: string, copy: number, delivery: Delivery): Promise<void> {
      const update = { $set: { [`deliveries.${copy}`]: delivery } }
      return outcomes.add({ updateOne: { filter: { _id: eventId }, update } })
    },

    /** Events with a delivery that is due, the longest overdue first. */
    due(now: Date, limit: number): Promise<StoredEvent[]> {
      const when = { 'deliveries.nextAttemptAt': { $lte: now } }
      return events.find(when).sort({ 'deliveries.nextAttemptAt': 1 }).limit(limit).toArray()
    },

    /** When the next delivery after `now` is due. */
    async nextDue(now: Date): Promise<Date | null> {
      const when = { deliveries: { $elemMatch: { nextAttemptAt: { $gt: now } } } }
      // Several, because an event sorts by its earliest copy, which may be under way already.
      const next = await events
        .find(when)
        .project<Pick<StoredEvent, 'deliveries'>>({ deliveries: 1 })
        .sort({ 'deliveries.nextAttemptAt': 1 })
        .limit(50)
        .toArray()
      const times = next.flatMap((event) => event.deliveries.map((one) => one.nextAttemptAt?.getTime() ?? 0))
      const later = times.filter((time) => time > now.getTime())
      return later.length > 0 ? new Date(Math.min(...later)) : null
    },

    /** Writes what is still waiting to be written. */
    async flush(): Promise<void> {
      await Promise.all([cleared.flush(), outcomes.flush()])
    },
  }
}

/** Inserts what is new, and answers the ids of what was there. */
async function insertNew(events: Collection<StoredEvent>, stored: StoredEvent[]): Promise<Set<string>> {
  const known = new Set<string>()
  try {
    if (stored.length > 0) await events.insertMany(stored, { ordered: false })
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    for (const failed of [error.writeErrors].flat()) {
      if (failed.code !== 11000) throw error
      const event = stored[failed.index]
      if (event) known.add(event._id)
    }
  }
  return known
}
