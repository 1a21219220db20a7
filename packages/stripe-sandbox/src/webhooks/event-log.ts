import { type AnyBulkWriteOperation, type Collection, type Db, MongoBulkWriteError } from 'mongodb'
import { createBatch } from '../batch.ts'
import type { Checkout } from '../checkout.model.ts'

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

/** How long the first of a batch waits for others. Who reads the log does not wait for it. */
const togetherMs = 250

/** Events that go into the log with others of the same moment. */
interface Addition {
  checkoutId: string
  stored: StoredEvent[]
}

/** An event that is not in the log yet, and when it will be. */
interface Unwritten {
  event: StoredEvent
  isUnderWay: boolean
  written: Promise<void>
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
  const clear = async (additions: Addition[]) => {
    const ids = additions.flatMap(({ stored }) => stored.map((event) => event._id))
    const checkoutIds = additions.map(({ checkoutId }) => checkoutId)
    const update = { $pull: { outbox: { id: { $in: ids } } } }
    // That this fails is no failure: an outbox that is cleared late, or never, only costs a second look.
    await checkouts.updateMany({ _id: { $in: checkoutIds } }, update, { writeConcern }).catch(() => {})
  }

  const unwritten = new Map<string, Unwritten>()
  const additions = createBatch<Addition>(async (items) => {
    const stored = items.flatMap((item) => item.stored)
    for (const { _id } of stored) {
      const one = unwritten.get(_id)
      if (one) one.isUnderWay = true
    }
    try {
      await insertNew(events, stored)
    } finally {
      for (const { _id } of stored) unwritten.delete(_id)
    }
    await clear(items)
  }, togetherMs)

  const outcomes = createBatch<AnyBulkWriteOperation<StoredEvent>>(async (writes) => {
    await events.bulkWrite(writes, { ordered: false, writeConcern })
  }, togetherMs)

  return {
    events,

    /**
     * Moves events that have just happened from a checkout's outbox into the log, with others of the same moment:
     * until then the outbox keeps them, and they may be on their way already.
     */
    add(checkoutId: string, stored: StoredEvent[]): Promise<void> {
      const written = additions.add({ checkoutId, stored })
      for (const event of stored) unwritten.set(event._id, { event, isUnderWay: false, written })
      return written
    },

    /**
     * Does so with events that were found in an outbox, and answers those that are new to the log. One that is there
     * already stays as it is, so a crash between the two writes is made good by doing it again.
     */
    async addFound(checkoutId: string, found: StoredEvent[]): Promise<StoredEvent[]> {
      const stored = found.filter(({ _id }) => !unwritten.has(_id))
      const known = await insertNew(events, stored)
      await clear([{ checkoutId, stored }])
      return stored.filter((event) => !known.has(event._id))
    },

    /** Records how an attempt went: with the event, where that is not written yet, or with others of the same moment. */
    async saveOutcome(eventId: string, copy: number, delivery: Delivery): Promise<void> {
      const waiting = unwritten.get(eventId)
      if (waiting && !waiting.isUnderWay) {
        waiting.event.deliveries[copy] = delivery
        return waiting.written
      }
      await waiting?.written
      const update = { $set: { [`deliveries.${copy}`]: delivery } }
      return outcomes.add({ updateOne: { filter: { _id: eventId }, update } })
    },

    /** Resolves when all that has happened until now can be read from the log. */
    caughtUp: (): Promise<void> => additions.flush(),

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
      await additions.flush()
      await outcomes.flush()
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
