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

/** Stripe's maximum. */
const pageSize = 100
/** How many missed events are recorded at the same time: Stripe allows 25 calls a second in test mode. */
const workers = 5
/** How long one replica holds a page. After that, another replica reads the page again. */
const leaseMs = ({ eventSweepEveryMs }: Pick<Deps, 'eventSweepEveryMs'>) =>
  Math.max(eventSweepEveryMs / 2, 5_000)
/** The allowed difference between our clock and Stripe's, the same as for a webhook's signature. */
const clockToleranceMs = 300_000

/** The cursor while this replica holds its lease. */
type Lease = EventCursor & { until: Date }

/**
 * Reads the next page of Stripe's events and records those that no webhook reported, so that a renewal, a failed renewal
 * or the end of a plan is recorded even if its webhook was lost. Returns whether there are more pages.
 *
 * Stripe lists the events of the last 30 days, newest first. Each scan goes back to a little before the newest event of
 * the previous scan, because an event may become visible late. It skips events newer than half the interval: their
 * webhooks may still arrive. The position advances only after a page is recorded, so after a crash or a Stripe outage
 * the page is read again. Only one replica reads at a time.
 * @see https://docs.stripe.com/webhooks/process-undelivered-events
 * @throws 503 when Stripe is unavailable
 */
export async function sweepEvents(deps: Deps): Promise<boolean> {
  const lease = await acquireLease(deps)
  if (lease === null) return false
  try {
    const page = await readPage(lease, deps)
    if (page === null) return await restart(lease, deps)
    const missed = await findMissedEvents(page.data, deps)
    sweptEventsTotal.inc({ outcome: 'known' }, page.data.length - missed.length)
    await recordAll(missed, deps)
    return await advance(lease, page, deps)
  } catch (error) {
    await releaseLease(lease, { dueAt: nextScan(lease, deps) }, deps)
    throw error
  }
}

/** Acquires the lease by moving the next date ahead, so that no other replica reads the same page. */
async function acquireLease(deps: Deps): Promise<Lease | null> {
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

/** Returns null when Stripe no longer has the last event of the previous page. */
async function readPage({ from, until, after }: Lease, { stripe }: Deps) {
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

/** Records the events, approximately oldest first: several are recorded at the same time. */
async function recordAll(missed: RecordedEvent[], deps: Deps): Promise<void> {
  const remaining = [...missed]
  const work = async () => {
    for (let event = remaining.pop(); event; event = remaining.pop()) await recordMissed(event, deps)
  }
  const results = await Promise.allSettled(Array.from({ length: workers }, work))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** An event that cannot be recorded is logged and skipped, so that it does not block the others. */
async function recordMissed(event: RecordedEvent, deps: Deps): Promise<void> {
  const about = { stripeEvent: event.id, type: event.type, object: event.data.object.id }
  try {
    await recordEvent(newsOf(event), deps)
    checkpoint('payment:missed-event-recorded')
    sweptEventsTotal.inc({ outcome: 'missed' })
    deps.log.info(about, 'recorded an event that no webhook reported')
  } catch (error) {
    if (isOutage(error)) throw error
    sweptEventsTotal.inc({ outcome: 'failed' })
    deps.log.error({ ...about, err: error }, 'could not record an event that no webhook reported')
  }
}

async function advance(lease: Lease, page: Stripe.ApiList<Stripe.Event>, deps: Deps): Promise<boolean> {
  const first = page.data[0]
  const newest = lease.newest ?? (first ? new Date(first.created * 1000) : null)
  const last = page.data.at(-1)
  if (page.has_more && last) {
    return releaseLease(
      lease,
      { until: lease.until, newest, after: last.id, dueAt: databaseNow(deps.cursors.db) },
      deps,
    )
  }
  const behindNewest = newest ? newest.getTime() - deps.eventSweepEveryMs : 0
  const from = Math.max(lease.from.getTime(), behindNewest, lease.until.getTime() - clockToleranceMs)
  await releaseLease(lease, { from: new Date(from), ...noScan, dueAt: nextScan(lease, deps) }, deps)
  return false
}

const restart = (lease: Lease, deps: Deps) =>
  releaseLease(lease, { ...noScan, dueAt: databaseNow(deps.cursors.db) }, deps)

const noScan = { until: null, newest: null, after: null }

/** The next scan is due one interval after this scan, or its last page, began. */
const nextScan = ({ dueAt }: Lease, deps: Deps) =>
  new Date(dueAt.getTime() - leaseMs(deps) + deps.eventSweepEveryMs)

/** Stores the change and releases the lease. Does nothing if another replica has acquired it since. */
async function releaseLease(
  { lease }: Lease,
  change: Partial<EventCursor>,
  { cursors }: Deps,
): Promise<boolean> {
  const { matchedCount } = await cursors.updateOne(
    { _id: 'stripe', lease },
    { $set: { ...change, lease: null } },
  )
  return matchedCount === 1
}
