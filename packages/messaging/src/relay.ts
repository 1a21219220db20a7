import { events, type ServiceName } from '@prankpost/contracts'
import type { Model, QueryFilter } from 'mongoose'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import { checkpoint } from './checkpoint.ts'
import { cloudEventsContentType, type OutboxEntry, toWire } from './cloud-event.ts'
import { databaseNow } from './database-clock.ts'
import { type EventPause, processEventPause } from './event-pause.ts'
import { measureOutbox, publishedTotal, publishFailuresTotal } from './metrics.ts'
import { type Notify, type OutboxDocument, outboxLeaseMs } from './outbox.ts'
import { brokerNames } from './topology.ts'
import { inProducerSpan } from './trace.ts'

/**
 * The write concern for marking repeatable work as done: it does not wait for the journal. If a crash loses the mark, the
 * work is repeated.
 */
export const relaxedWriteConcern = { w: 1, journal: false } as const

/** How many documents the poll claims at once. */
const claimBatchSize = 200

export interface RelayOptions<T> {
  service: ServiceName
  model: Model<T>
  broker: Broker
  log: Logger
  queuePrefix?: string
  /** How often to poll for unpublished documents; default 2 s, which is shorter than the lease of their writer. */
  pollMs?: number
  /** How many documents are published at once; others wait for the poll. Default 2,000. */
  maxInFlight?: number
  /** While this pause is on, nothing is published; default: the pause of the process. */
  eventPause?: EventPause
}

export interface Relay {
  notify: Notify
  /** Publishes the events that it was notified of so far, and starts the poll, which finds all others. */
  start(): void
  /** Ends the poll, and resolves when all claimed and running publishes are confirmed and removed from their outboxes. */
  stop(): Promise<void>
}

/**
 * Publishes the events in the outboxes of a collection: at once when notified, and by a poll for events that a crash or
 * an outage left behind. Each event is published at least once. Many relays may work on one collection, because each
 * claims a document by moving its `outboxDueAt` into the future.
 */
export function createRelay<T extends OutboxDocument>({
  service,
  model,
  broker,
  log,
  queuePrefix = '',
  pollMs = 2_000,
  maxInFlight = 2_000,
  eventPause = processEventPause,
}: RelayOptions<T>): Relay {
  const { events: exchange } = brokerNames(queuePrefix)
  // Exported from the start, so that `increase()` also counts the first one.
  for (const [event, { owner }] of Object.entries(events)) {
    if (owner === service) publishedTotal.inc({ event }, 0)
  }
  const inFlight = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let started = false
  let stopped = false

  const publish = async (entry: OutboxEntry) => {
    await inProducerSpan(entry.type, entry.traceparent, async (traceparent) => {
      const sent = broker.publish(exchange, entry.type, toWire(service, { ...entry, traceparent }), {
        messageId: entry.id,
        contentType: cloudEventsContentType,
        timestamp: entry.time.getTime(),
      })
      checkpoint(`relay:published ${entry.type}`)
      await sent
    })
    publishedTotal.inc({ event: entry.type })
  }

  const publishAll = async (id: unknown, entries: OutboxEntry[]) => {
    const results = await Promise.allSettled(entries.map(publish))
    const entryIds = entries.filter((_, i) => results[i]?.status === 'fulfilled').map((entry) => entry.id)
    results.forEach((result, i) => {
      if (result.status === 'fulfilled') return
      const event = entries[i]?.type ?? 'unknown'
      publishFailuresTotal.inc({ event })
      log.warn({ event, id, err: result.reason }, 'event waits in its outbox')
    })
    if (entryIds.length === 0) return
    checkpoint('relay:confirmed')
    await model.updateOne({ _id: id } as QueryFilter<T>, withoutEntries(entryIds), {
      updatePipeline: true,
      writeConcern: relaxedWriteConcern,
    })
  }

  const track = (work: Promise<void>) => {
    const settled = work
      .catch((error) =>
        log.warn({ err: error }, 'events not removed from their outbox; they will be published again'),
      )
      .finally(() => inFlight.delete(settled))
    inFlight.add(settled)
    return settled
  }

  /** Claims due documents by moving their date into the future; the random milliseconds identify the claim. */
  const claim = async () => {
    const now = databaseNow(model.db).getTime()
    const isDue = { $lte: new Date(now) }
    const due = await model
      .find({ outboxDueAt: isDue }, { _id: 1 })
      .sort({ outboxDueAt: 1 })
      .limit(claimBatchSize)
      .lean<{ _id: unknown }[]>()
    const outboxDueAt = new Date(now + outboxLeaseMs + Math.floor(Math.random() * 1_000))
    const _id = { $in: due.map((one) => one._id) }
    await model.updateMany({ _id, outboxDueAt: isDue } as QueryFilter<T>, { $set: { outboxDueAt } } as object)
    return model.find({ _id, outboxDueAt } as QueryFilter<T>, { outbox: 1 }).lean<Claimed[]>()
  }

  const drain = async () => {
    while (!stopped && !eventPause.isOn && broker.isReady()) {
      const claimed = await claim()
      if (claimed.length === 0) return
      checkpoint('relay:claimed')
      for (const { _id, outbox } of claimed) void track(publishAll(_id, outbox))
      while (inFlight.size > maxInFlight / 2) await Promise.race(inFlight)
    }
  }

  let draining: Promise<void> | undefined
  const poll = async () => {
    draining = drain().catch((error) => log.warn({ err: error }, 'outbox poll failed'))
    await draining
    if (!stopped) timer = setTimeout(poll, pollMs * (0.75 + Math.random() / 2))
  }

  measureOutbox(model.collection.collectionName, async () => {
    const [waiting] = await model
      .aggregate<{ documents: number; oldest: Date | null }>([
        { $match: { outboxDueAt: { $exists: true } } },
        { $limit: 10_000 },
        { $group: { _id: null, documents: { $sum: 1 }, oldest: { $min: { $first: '$outbox.time' } } } },
      ])
      .hint('outboxDueAt_1')
    const oldest = waiting?.oldest?.getTime() ?? Date.now()
    return { documents: waiting?.documents ?? 0, oldestSeconds: Math.max(0, Date.now() - oldest) / 1_000 }
  })

  // Events written before the start or during a pause are published right after it, up to `maxInFlight`; the poll
  // publishes the others.
  let held: Parameters<Notify>[] = []
  const isHeld = () => eventPause.isOn || !started
  const notify: Notify = (id, entries) => {
    if (isHeld() && held.length < maxInFlight) held.push([id, entries])
    if (isHeld() || stopped || !broker.isReady() || inFlight.size >= maxInFlight) return
    void track(publishAll(id, entries))
  }
  const publishHeld = () => {
    const waiting = held
    held = []
    for (const one of waiting) notify(...one)
  }
  const leave = eventPause.join({
    pause: async () => {
      await draining
      await Promise.all(inFlight)
    },
    resume: publishHeld,
  })

  return {
    notify,
    start() {
      started = true
      publishHeld()
      timer = setTimeout(poll, pollMs * Math.random())
    },
    async stop() {
      leave()
      stopped = true
      clearTimeout(timer)
      await draining
      await Promise.all(inFlight)
    },
  }
}

/** A document that this relay has claimed. */
interface Claimed {
  _id: unknown
  outbox: OutboxEntry[]
}

/** Removes entries from the outbox, and the due date with the last entry. */
function withoutEntries(entryIds: string[]) {
  const remaining = { $filter: { input: '$outbox', cond: { $not: [{ $in: ['$$this.id', entryIds] }] } } }
  return [
    { $set: { outbox: remaining } },
    { $set: { outboxDueAt: { $cond: [{ $eq: ['$outbox', []] }, '$$REMOVE', '$outboxDueAt'] } } },
  ]
}
