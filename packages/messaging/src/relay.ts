import type { ServiceName } from '@prankpost/contracts'
import type { Model } from 'mongoose'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import { checkpoint } from './checkpoint.ts'
import { cloudEventsContentType, type OutboxEntry, toWire } from './cloud-event.ts'
import { measureOutbox, publishedTotal, publishFailuresTotal } from './metrics.ts'
import { type Nudge, type OutboxDocument, outboxLeaseMs } from './outbox.ts'
import { brokerNames } from './topology.ts'

export interface RelayOptions<T> {
  service: ServiceName
  model: Model<T>
  broker: Broker
  log: Logger
  queuePrefix?: string
  /** How often documents that nobody published are looked for; default 1 s. */
  pollMs?: number
  /** Documents published at once; more wait for the poll. Default 500. */
  maxInFlight?: number
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
  pollMs = 1_000,
  maxInFlight = 500,
}: RelayOptions<T>): Relay {
  const { events: exchange } = brokerNames(queuePrefix)
  const underWay = new Set<Promise<void>>()
  let confirmed: { id: unknown; entryIds: string[] }[] = []
  let flushing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const publish = async (entry: OutboxEntry) => {
    const sent = broker.publish(exchange, entry.type, toWire(service, entry), {
      messageId: entry.id,
      contentType: cloudEventsContentType,
      timestamp: entry.time.getTime(),
    })
    checkpoint(`relay:published ${entry.type}`)
    await sent
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
    confirmed.push({ id, entryIds })
    flushing ??= flush().finally(() => {
      flushing = null
    })
    await flushing
  }

  // Confirmations of one moment are noted in one round trip; losing them costs a second delivery, no more.
  const flush = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    while (confirmed.length > 0) {
      const batch = confirmed
      confirmed = []
      const operations = batch.map(({ id, entryIds }) => ({
        updateOne: { filter: { _id: id }, update: withoutEntries(entryIds) },
      }))
      await model.collection.bulkWrite(operations as Parameters<typeof model.collection.bulkWrite>[0], {
        ordered: false,
      })
    }
  }

  const track = (work: Promise<void>) => {
    const settled = work
      .catch((error) => log.warn({ err: error }, 'outbox not noted as published; it will be published again'))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
    return settled
  }

  const claim = () =>
    model
      .findOneAndUpdate(
        { outboxDueAt: { $lte: new Date() } },
        { $set: { outboxDueAt: new Date(Date.now() + outboxLeaseMs) } },
        { sort: { outboxDueAt: 1 }, projection: { outbox: 1 } },
      )
      .lean() as Promise<{ _id: unknown; outbox: OutboxEntry[] } | null>

  const drain = async () => {
    while (!stopped && broker.isReady()) {
      const left = await claim()
      if (left === null) return
      checkpoint('relay:claimed')
      const work = track(publishAll(left._id, left.outbox))
      if (underWay.size >= maxInFlight / 4) await work
    }
  }

  const poll = async () => {
    await drain().catch((error) => log.warn({ err: error }, 'outbox poll failed'))
    if (!stopped) timer = setTimeout(poll, pollMs * (0.75 + Math.random() / 2))
  }

  measureOutbox(model.collection.collectionName, () =>
    model.countDocuments({ outboxDueAt: { $exists: true } }, { limit: 10_000, hint: 'outboxDueAt_1' }),
  )

  return {
    nudge(id, entries) {
      if (!stopped && broker.isReady() && underWay.size < maxInFlight) void track(publishAll(id, entries))
    },
    start() {
      timer = setTimeout(poll, pollMs * Math.random())
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

/** Takes entries out of the outbox; the due date goes with the last of them. */
function withoutEntries(entryIds: string[]) {
  const rest = { $filter: { input: '$outbox', cond: { $not: [{ $in: ['$$this.id', entryIds] }] } } }
  return [
    { $set: { outbox: rest } },
    { $set: { outboxDueAt: { $cond: [{ $eq: ['$outbox', []] }, '$$REMOVE', '$outboxDueAt'] } } },
  ]
}
