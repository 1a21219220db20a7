import { events, type ServiceName } from '@prankpost/contracts'
import type { Model, QueryFilter } from 'mongoose'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import { checkpoint } from './checkpoint.ts'
import { cloudEventsContentType, type OutboxEntry, toWire } from './cloud-event.ts'
import { companyMs, inBatches, noteConcern } from './in-batches.ts'
import { measureOutbox, publishedTotal, publishFailuresTotal } from './metrics.ts'
import { type Nudge, type OutboxDocument, outboxLeaseMs } from './outbox.ts'
import { processRest, type Rest } from './rest.ts'
import { brokerNames } from './topology.ts'
import { inProducerSpan } from './trace.ts'

/** Documents that the poll claims together, and how many of them are written by one call. */
const claimedAtOnce = 200
const shareSize = 25

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
  rest?: Rest
}

export interface Relay {
  nudge: Nudge
  /** Starts the poll, the backstop for what a nudge missed. */
  start(): void
  /** Ends the poll and resolves when what is under way is confirmed and noted. */
  stop(): Promise<void>
}

/**
 * Publishes what waits in the outboxes of a collection: at once when nudged, and by a poll for what
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
  rest = processRest,
}: RelayOptions<T>): Relay {
  const { events: exchange } = brokerNames(queuePrefix)
  // Shown from the start, so that the first of them is seen as one more.
  for (const [event, { owner }] of Object.entries(events)) {
    if (owner === service) publishedTotal.inc({ event }, 0)
  }
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
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
    const noted = note({ id, entryIds })
    if (stopped || rest.isOn) void note.flush()
    await noted
  }

  const note = inBatches(
    (confirmed: { id: unknown; entryIds: string[] }[]) =>
      Promise.all(
        shares(confirmed).map((share) => {
          const _id = { $in: share.map(({ id }) => id) }
          // One update for all: to the server each of its own is three times the work.
          const update = withoutEntries(share.flatMap(({ entryIds }) => entryIds))
          return model.collection.updateMany({ _id } as object, update, { writeConcern: noteConcern })
        }),
      ),
    { waitMs: companyMs },
  )
  const finish = async () => {
    await note.flush()
    await Promise.all(underWay)
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
    const now = Date.now()
    const isDue = { $lte: new Date(now) }
    const due = await model
      .find({ outboxDueAt: isDue }, { _id: 1 })
      .sort({ outboxDueAt: 1 })
      .limit(claimedAtOnce)
      .lean<{ _id: unknown }[]>()
    const outboxDueAt = new Date(now + outboxLeaseMs + Math.floor(Math.random() * 1_000))
    const claims = shares(due).map(async (share) => {
      const _id = { $in: share.map((one) => one._id) }
      await model.updateMany(
        { _id, outboxDueAt: isDue } as QueryFilter<T>,
        { $set: { outboxDueAt } } as object,
      )
      return model.find({ _id, outboxDueAt } as QueryFilter<T>, { outbox: 1 }).lean<Claimed[]>()
    })
    return (await Promise.all(claims)).flat()
  }

  const drain = async () => {
    while (!stopped && !rest.isOn && broker.isReady()) {
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

  // What is written during a rest goes out right after it; what is more than fits is the poll's.
  let held: Parameters<Nudge>[] = []
  const nudge: Nudge = (id, entries) => {
    if (rest.isOn && held.length < maxInFlight) held.push([id, entries])
    if (rest.isOn || stopped || !broker.isReady() || underWay.size >= maxInFlight) return
    void track(publishAll(id, entries))
  }
  const leave = rest.join({
    pause: async () => {
      await draining
      await finish()
    },
    resume() {
      const waiting = held
      held = []
      for (const one of waiting) nudge(...one)
    },
  })

  return {
    nudge,
    start() {
      timer = setTimeout(poll, pollMs * Math.random())
    },
    async stop() {
      leave()
      stopped = true
      clearTimeout(timer)
      await finish()
    },
  }
}

/** A document whose outbox is this relay's for a while. */
interface Claimed {
  _id: unknown
  outbox: OutboxEntry[]
}

/** Some work in parts that are done at the same time: the server then flushes its journal for all of them at once. */
function shares<W>(work: W[]): W[][] {
  const starts = Array.from({ length: Math.ceil(work.length / shareSize) }, (_, n) => n * shareSize)
  return starts.map((start) => work.slice(start, start + shareSize))
}

/** Takes entries out of the outbox; the due date goes with the last of them. */
function withoutEntries(entryIds: string[]) {
  const rest = { $filter: { input: '$outbox', cond: { $not: [{ $in: ['$$this.id', entryIds] }] } } }
  return [
    { $set: { outbox: rest } },
    { $set: { outboxDueAt: { $cond: [{ $eq: ['$outbox', []] }, '$$REMOVE', '$outboxDueAt'] } } },
  ]
}
