import { checkpoint, databaseNow, relaxedWriteConcern } from '@prankpost/messaging'
import { createSweep, type Logger, type Task, unlessDuplicate } from '@prankpost/service-kit'
import type { StripeEvent, StripeEventModel } from './inbox.model.ts'
import { webhooksTotal } from './metrics.ts'
import type { News } from './stripe-news.ts'

/** How many events are processed at the same time; each needs one or two calls to Stripe. */
const concurrency = 16
/** How many events are queued in memory; the sweep processes the others. */
const maxQueued = 1_000
/** How long one process holds an event: longer than a call to Stripe may take. */
const leaseMs = 30_000
const firstBackoffMs = 1_000
const maxBackoffMs = 10 * 60_000
const sweepEveryMs = 1_000
/** Stripe repeats a webhook for three days and lists its events for 30. */
const keptMs = 30 * 86_400_000

/** Stripe's webhooks: each is stored before it is acknowledged, and processed right after. */
export interface Inbox extends Task {
  /**
   * Stores the event of a webhook and starts to process it. A copy changes nothing, even if the event is already done or
   * in progress. @throws when the database is unavailable
   */
  ingest(event: News & { id: string; createdAt: Date }): Promise<void>
  /** Processes one due event that a crash or a failure left behind. Returns whether there was one. */
  sweep(): Promise<boolean>
  /** How many events are not done, and the age of the oldest in seconds. */
  backlog(): Promise<{ events: number; oldestSeconds: number }>
}

export interface InboxOptions {
  events: StripeEventModel
  /** Records the object of an event. Must be safe to repeat. */
  record: (news: News) => Promise<void>
  log: Logger
  now?: () => Date
}

/**
 * The inbox of a collection. A failure, for example when Stripe is unavailable, is retried after 1 s, 2 s, 4 s ... up to
 * 10 minutes, without a limit. Several replicas can share an inbox: a replica claims an event by moving its next attempt
 * ahead, so the claim of a crashed replica expires.
 */
export function createInbox({
  events,
  record,
  log,
  now = () => databaseNow(events.db),
}: InboxOptions): Inbox {
  const inProgress = new Set<Promise<void>>()
  const queued: StripeEvent[] = []
  let stopped = false
  const later = (ms: number) => new Date(now().getTime() + ms)

  const processEvent = async (event: StripeEvent) => {
    const { _id, type, objectId, attempts, receivedAt } = event
    try {
      await record({ type, objectId })
      checkpoint('payment:webhook-recorded')
      webhooksTotal.inc({ outcome: 'done' })
    } catch (error) {
      webhooksTotal.inc({ outcome: 'failed' })
      const pauseMs = Math.min(firstBackoffMs * 2 ** (attempts - 1), maxBackoffMs)
      log.warn(
        { stripeEvent: _id, type, objectId, attempts, pauseMs, err: error },
        'webhook not recorded yet',
      )
      await events.updateOne({ _id, state: 'received' }, { $set: { nextAttemptAt: later(pauseMs) } })
      return
    }
    // Not journaled: if a crash loses this write, the event is recorded again when its lease ends, without effect.
    const done = { state: 'done', forgetAt: new Date(receivedAt.getTime() + keptMs) } as const
    await events.updateOne(
      { _id },
      { $set: done, $unset: { nextAttemptAt: 1 } },
      { writeConcern: relaxedWriteConcern },
    )
  }
  const begin = (event: StripeEvent) => {
    // If the outcome cannot be stored because the database is unavailable, the event is due again when its lease ends.
    const work = processEvent(event)
      .catch((error) => log.warn({ err: error, stripeEvent: event._id }, 'webhook left to the sweep'))
      .finally(() => {
        inProgress.delete(work)
        if (stopped) return
        const next = queued.shift()
        if (next !== undefined) begin(next)
      })
    inProgress.add(work)
  }
  const claim = () =>
    events
      .findOneAndUpdate(
        { nextAttemptAt: { $lte: now() } },
        { $set: { nextAttemptAt: later(leaseMs) }, $inc: { attempts: 1 } },
        { sort: { nextAttemptAt: 1 }, returnDocument: 'after' },
      )
      .lean()

  const sweep = async () => {
    if (inProgress.size >= concurrency) {
      await Promise.race(inProgress)
      return true
    }
    const event = await claim()
    if (event !== null) begin(event)
    return event !== null
  }
  const task = createSweep('inbox', sweepEveryMs, log, sweep)

  return {
    sweep,
    async ingest({ id: _id, type, objectId, createdAt }) {
      const nextAttemptAt = later(leaseMs)
      const fields = { _id, type, objectId, createdAt, receivedAt: now(), nextAttemptAt }
      const event: StripeEvent = { ...fields, state: 'received', attempts: 1 }
      const isNew = await unlessDuplicate(events.create(event))
      webhooksTotal.inc({ outcome: isNew ? 'stored' : 'copy' })
      if (!isNew) return
      checkpoint('payment:webhook-stored')
      if (stopped) return
      if (inProgress.size < concurrency) begin(event)
      else if (queued.length < maxQueued) queued.push(event)
    },
    async backlog() {
      const open = { state: 'received' } as const
      const [count, oldest] = await Promise.all([
        events.countDocuments(open, { limit: 10_000 }),
        events.findOne(open, { receivedAt: 1 }).sort({ receivedAt: 1 }).lean(),
      ])
      const ageMs = oldest === null ? 0 : now().getTime() - oldest.receivedAt.getTime()
      return { events: count, oldestSeconds: ageMs / 1_000 }
    },
    start: task.start,
    // Starts no more events and waits for those in progress. The queued ones become due for another process.
    async stop() {
      stopped = true
      await task.stop()
      const left = queued.map(({ _id }) => _id)
      const due = { $set: { nextAttemptAt: now() } }
      if (left.length > 0) await events.updateMany({ _id: { $in: left }, state: 'received' }, due)
      await Promise.all(inProgress)
    },
  }
}
