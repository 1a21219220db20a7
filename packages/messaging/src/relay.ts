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
 * How a note is written that something is done which may be done twice: it is answered before it is on the disk. A
 * note that a crash takes away means that it is done again.
 */
export const noteConcern = { w: 1, journal: false } as const

/** Documents that the poll claims together. */
const claimedAtOnce = 200

export interface RelayOptions<T> {
  service: ServiceName
  model: Model<T>
  broker: Broker
  log: Logger
  queuePrefix?: string
  /** How often documents that nobody published are looked for; default 2 s: they are their writer's for longer than that. */
  pollMs?: number
  /** Documents published at once; more wait for the poll. Default 2,000. */
  maxInFlight?: number
  /** While it is on nothing is published; default: that of the process. */
  eventPause?: EventPause
}

export interface Relay {
  notify: Notify
  /** Publishes what it was notified of until now, and starts the poll, which finds what no notification reported. */
  start(): void
  /** Ends the poll and resolves when what it claimed and what else is under way is confirmed and noted. */
  stop(): Promise<void>
}

/**
 * Publishes what waits in the outboxes of a collection: at once when notified, and by a poll for what
 * a crash or an outage left behind. Each event is published at least once; many relays may work on
 * one collection, since a document is claimed by pushing its `outboxDueAt` ahead.
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
  // Shown from the start, so that the first of them is seen as one more.
  for (const [event, { owner }] of Object.entries(events)) {
    if (owner === service) publishedTotal.inc({ event }, 0)
  }
  const underWay = new Set<Promise<void>>()
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
      writeConcern: noteConcern,
    })
  }

  const track = (work: Promise<void>) => {
    const settled = work
      .catch((error) => log.warn({ err: error }, 'outbox not noted as published; it will be published again'))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
    return settled
  }

  /** Takes what is due from all other relays by pushing its date ahead; whose the claim is shows in its milliseconds. */
  const claim = async () => {
    const now = databaseNow(model.db).getTime()
    const isDue = { $lte: new Date(now) }
    const due = await model
      .find({ outboxDueAt: isDue }, { _id: 1 })
      .sort({ outboxDueAt: 1 })
      .limit(claimedAtOnce)
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
      while (underWay.size > maxInFlight / 2) await Promise.race(underWay)
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

  // What is written before the start or during a rest goes out right after it; what is more than fits is the poll's.
  let held: Parameters<Notify>[] = []
  const isHeld = () => eventPause.isOn || !started
  const notify: Notify = (id, entries) => {
    if (isHeld() && held.length < maxInFlight) held.push([id, entries])
    if (isHeld() || stopped || !broker.isReady() || underWay.size >= maxInFlight) return
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
      await Promise.all(underWay)
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
      await Promise.all(underWay)
    },
  }
}

/** A document whose outbox is this relay's for a while. */
interface Claimed {
  _id: unknown
  outbox: OutboxEntry[]
}

/** Takes entries out of the outbox; the due date goes with the last of them. */
function withoutEntries(entryIds: string[]) {
  const eventPause = { $filter: { input: '$outbox', cond: { $not: [{ $in: ['$$this.id', entryIds] }] } } }
  return [
    { $set: { outbox: eventPause } },
    { $set: { outboxDueAt: { $cond: [{ $eq: ['$outbox', []] }, '$$REMOVE', '$outboxDueAt'] } } },
  ]
}
