import { checkpoint, databaseNow, noteConcern } from '@prankpost/messaging'
import { createSweep, isDuplicateKey, type Logger, type Task } from '@prankpost/service-kit'
import type { StripeEvent, StripeEventModel } from './inbox.model.ts'
import { webhooksTotal } from './metrics.ts'
import type { News } from './stripe-news.ts'

/** Events that are worked off at the same time; each is a question to Stripe or two. */
const atOnce = 16
/** Events that wait for their turn in memory; what comes beyond them is left to the sweep. */
const maxWaiting = 1_000
/** How long an event is one process's: longer than Stripe may take to answer. */
const leaseMs = 30_000
const firstPauseMs = 1_000
const longestPauseMs = 10 * 60_000
const sweepEveryMs = 1_000
/** Stripe repeats a webhook for three days and lists its events for 30. */
const keptMs = 30 * 86_400_000

/** What Stripe's webhooks told, kept before they are answered and worked off right after. */
export interface Inbox extends Task {
  /**
   * Stores what a webhook told and begins to work it off. A copy, also of one that is done or under way,
   * changes nothing. @throws when the database is away
   */
  take(event: News & { id: string; createdAt: Date }): Promise<void>
  /** Works off an event that a crash or a failure left, if there is one due. Answers whether there was. */
  sweep(): Promise<boolean>
  /** How many events wait to be done, and for how many seconds the oldest of them does. */
  backlog(): Promise<{ events: number; oldestSeconds: number }>
}

export interface InboxOptions {
  events: StripeEventModel
  /** Records what an event is about; may be called again for the same. */
  record: (news: News) => Promise<void>
  log: Logger
  now?: () => Date
}

/**
 * The inbox of a collection. A failure, such as Stripe's absence, is tried again after 1 s, 2 s, 4 s ... up
 * to 10 minutes, for as long as it takes. Many replicas may work on one inbox: an event is claimed by
 * pushing its next date ahead, and a claim that a crash left ends by itself.
 */
export function createInbox({
  events,
  record,
  log,
  now = () => databaseNow(events.db),
}: InboxOptions): Inbox {
  const underWay = new Set<Promise<void>>()
  const waiting: StripeEvent[] = []
  let stopped = false
  const later = (ms: number) => new Date(now().getTime() + ms)

  const workOff = async (event: StripeEvent) => {
    const { _id, type, objectId, attempts, receivedAt } = event
    try {
      await record({ type, objectId })
      checkpoint('payment:webhook-recorded')
      webhooksTotal.inc({ outcome: 'done' })
    } catch (error) {
      webhooksTotal.inc({ outcome: 'failed' })
      const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
      log.warn(
        { stripeEvent: _id, type, objectId, attempts, pauseMs, err: error },
        'webhook not recorded yet',
      )
      await events.updateOne({ _id, state: 'received' }, { $set: { nextAttemptAt: later(pauseMs) } })
      return
    }
    // Not journaled: an event whose note a crash takes away is recorded again when its lease ends, to no effect.
    const done = { state: 'done', forgetAt: new Date(receivedAt.getTime() + keptMs) } as const
    await events.updateOne(
      { _id },
      { $set: done, $unset: { nextAttemptAt: 1 } },
      { writeConcern: noteConcern },
    )
  }
  const begin = (event: StripeEvent) => {
    // What cannot even be noted, because the database is away, is due again when its lease ends.
    const work = workOff(event)
      .catch((error) => log.warn({ err: error, stripeEvent: event._id }, 'webhook left to the sweep'))
      .finally(() => {
        underWay.delete(work)
        const next = waiting.shift()
        if (next !== undefined && !stopped) begin(next)
      })
    underWay.add(work)
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
    if (underWay.size >= atOnce) {
      await Promise.race(underWay)
      return true
    }
    const event = await claim()
    if (event !== null) begin(event)
    return event !== null
  }
  const task = createSweep('inbox', sweepEveryMs, log, sweep)

  return {
    sweep,
    async take({ id: _id, type, objectId, createdAt }) {
      const nextAttemptAt = later(leaseMs)
      const fields = { _id, type, objectId, createdAt, receivedAt: now(), nextAttemptAt }
      const event: StripeEvent = { ...fields, state: 'received', attempts: 1 }
      try {
        await events.create(event)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        webhooksTotal.inc({ outcome: 'copy' })
        return
      }
      webhooksTotal.inc({ outcome: 'stored' })
      checkpoint('payment:webhook-stored')
      if (stopped) return
      if (underWay.size < atOnce) begin(event)
      else if (waiting.length < maxWaiting) waiting.push(event)
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
    // Takes up nothing more and finishes what is under way; the rest is the next process's.
    async stop() {
      stopped = true
      await task.stop()
      const left = waiting.map(({ _id }) => _id)
      const due = { $set: { nextAttemptAt: now() } }
      if (left.length > 0) await events.updateMany({ _id: { $in: left }, state: 'received' }, due)
      await Promise.all(underWay)
    },
  }
}
