import { randomUUID } from 'node:crypto'
import { checkpoint, databaseNow } from '@prankpost/messaging'
import { isOutage } from '@prankpost/service-kit'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import type { EventCursor } from '../event-cursor.model.ts'
import { sweptEventsTotal } from '../metrics.ts'
import { callStripe } from '../stripe-client.ts'
import { newsOf, type RecordedEvent, recordedTypes } from '../stripe-news.ts'
import { findMissedEvents } from './find-missed-events.ts'
import { recordEvent } from './record-event.ts'

/** The most that Stripe gives at once. */
const pageSize = 100
/** Missed events that are recorded at the same time: Stripe allows 25 calls a second in test mode. */
const workers = 5
/** How long a page is one replica's; another one takes it over then, which costs a second look. */
const leaseMs = ({ eventSweepEveryMs }: Pick<Deps, 'eventSweepEveryMs'>) =>
  Math.max(eventSweepEveryMs / 2, 5_000)
/** By how much our clock may differ from Stripe's, as for a webhook's signature. */
const clockToleranceMs = 300_000

type Turn = EventCursor & { until: Date }

/**
 * Reads the next page of Stripe's events and records what no webhook told of, so that a renewal, a failed
 * one or the end of a plan counts although its webhook was lost. Answers whether there are more pages.
 *
 * Stripe lists the events of the last 30 days, newest first. Each reading goes back to a little before the
 * newest event of the one before, since an event may become visible late, and leaves those to their webhooks
 * that are younger than half the interval. The position moves on only after a page is recorded: a crash, or
 * Stripe's absence, costs a second look. One replica at a time reads.
 * @see https://docs.stripe.com/webhooks/process-undelivered-events
 * @throws 503 when Stripe is away
 */
export async function sweepEvents(deps: Deps): Promise<boolean> {
  const turn = await takeTurn(deps)
  if (turn === null) return false
  try {
    const page = await readPage(turn, deps)
    if (page === null) return await startOver(turn, deps)
    const missed = await findMissedEvents(page.data, deps)
    sweptEventsTotal.inc({ outcome: 'known' }, page.data.length - missed.length)
    await recordAll(missed, deps)
    return await moveOn(turn, page, deps)
  } catch (error) {
    await leave(turn, { dueAt: nextReading(turn, deps) }, deps)
    throw error
  }
}

/** Pushes the next date ahead as it takes the turn, so that no other replica reads the same page. */
async function takeTurn(deps: Deps): Promise<Turn | null> {
  const now = databaseNow(deps.cursors.db).getTime()
  const cursor = await deps.cursors
    .findOneAndUpdate(
      { _id: 'stripe', dueAt: { $lte: new Date(now) } },
      { $set: { lease: randomUUID(), dueAt: new Date(now + leaseMs(deps)) } },
      { returnDocument: 'after' },
    )
    .lean()
  return cursor && { ...cursor, until: cursor.until ?? new Date(now - deps.eventSweepEveryMs / 2) }
}

/** Null when the event that the page was to come after is no longer kept. */
async function readPage({ from, until, after }: Turn, { stripe }: Deps) {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
  try {
    return await callStripe(() =>
      stripe.events.list({
        types: [...recordedTypes],
        created: { gte: seconds(from), lt: seconds(until) },
        limit: pageSize,
        ...(after === null ? {} : { starting_after: after }),
      }),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null
    throw error
  }
}

/** Oldest first, as far as several at once can be. */
async function recordAll(missed: RecordedEvent[], deps: Deps): Promise<void> {
  const waiting = [...missed]
  const work = async () => {
    for (let event = waiting.pop(); event; event = waiting.pop()) await recordMissed(event, deps)
  }
  const results = await Promise.allSettled(Array.from({ length: workers }, work))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** What cannot be recorded for a reason of its own must not stand in the way of all others. */
async function recordMissed(event: RecordedEvent, deps: Deps): Promise<void> {
  const about = { stripeEvent: event.id, type: event.type, object: event.data.object.id }
  try {
    await recordEvent(newsOf(event), deps)
    checkpoint('payment:missed-event-recorded')
    sweptEventsTotal.inc({ outcome: 'missed' })
    deps.log.info(about, 'no webhook told of this event: the sweep did')
  } catch (error) {
    if (isOutage(error)) throw error
    sweptEventsTotal.inc({ outcome: 'failed' })
    deps.log.error({ ...about, err: error }, 'an event that no webhook told of cannot be recorded')
  }
}

async function moveOn(turn: Turn, page: Stripe.ApiList<Stripe.Event>, deps: Deps): Promise<boolean> {
  const first = page.data[0]
  const newest = turn.newest ?? (first ? new Date(first.created * 1000) : null)
  const last = page.data.at(-1)
  if (page.has_more && last) {
    return leave(
      turn,
      { until: turn.until, newest, after: last.id, dueAt: databaseNow(deps.cursors.db) },
      deps,
    )
  }
  const behindNewest = newest ? newest.getTime() - deps.eventSweepEveryMs : 0
  const from = Math.max(turn.from.getTime(), behindNewest, turn.until.getTime() - clockToleranceMs)
  await leave(turn, { from: new Date(from), ...notUnderWay, dueAt: nextReading(turn, deps) }, deps)
  return false
}

const startOver = (turn: Turn, deps: Deps) =>
  leave(turn, { ...notUnderWay, dueAt: databaseNow(deps.cursors.db) }, deps)

const notUnderWay = { until: null, newest: null, after: null }

/** Counted from when this reading, or its last page, began. */
const nextReading = ({ dueAt }: Turn, deps: Deps) =>
  new Date(dueAt.getTime() - leaseMs(deps) + deps.eventSweepEveryMs)

/** Gives the turn back; not when its lease has ended and somebody else has it. */
async function leave(turn: Turn, change: Partial<EventCursor>, { cursors }: Deps): Promise<boolean> {
  const { matchedCount } = await cursors.updateOne(
    { _id: 'stripe', lease: turn.lease },
    { $set: { ...change, lease: null } },
  )
  return matchedCount === 1
}
