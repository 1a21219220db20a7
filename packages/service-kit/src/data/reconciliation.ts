import {
  type EventData,
  type EventName,
  events,
  type RecentEvents,
  readEventData,
  recentEvents,
} from '@prankpost/contracts'
import { checkpoint, databaseNow, processEventPause } from '@prankpost/messaging'
import type { Connection } from 'mongoose'
import { Counter } from 'prom-client'
import { isOutage } from '../errors.ts'
import type { InternalClient } from '../http/internal-client.ts'
import type { Logger } from '../ops/log.ts'
import { createSweep, type Task } from '../ops/sweep.ts'
import { createPositionModel, type ReconciliationPosition } from './reconciliation.model.ts'

/** An event as its owner reports it again. */
export type ReportedEvent = { [N in EventName]: { type: N; data: EventData<N> } }[EventName]

/**
 * Repairs one record that is missing here, and reports it in the metric, under its kind, and in the log. A failed repair
 * is logged as an error and does not stop the others. It is tried again: see `createReconciliation`.
 */
export type Repair<K extends string> = (
  kind: K,
  about: Record<string, unknown>,
  ingest: () => Promise<unknown>,
) => Promise<void>

export interface ReconciliationOptions<K extends string> {
  /** The name of the position: the source of the events, and their purpose. */
  name: string
  /** The kinds of missing records. Each kind is in the metric from the start. */
  kinds: readonly K[]
  source: InternalClient
  /** The owner's route, including the query that selects its events. */
  path: string
  connection: Connection
  log: Logger
  /** How long an event may be on its way before it counts as lost. */
  settleMs: number
  /** Pause between two rounds. */
  everyMs: number
  /** Compares reported events with what is known here, and repairs what is missing. */
  compare: (reported: ReportedEvent[], repair: Repair<K>) => Promise<void>
}

const reconciledTotal = new Counter({
  name: 'reconciled_total',
  help: 'Records that another service reported and that were missing here, by kind: found and repaired',
  labelNames: ['kind'],
})

const failedTotal = new Counter({
  name: 'reconcile_failures_total',
  help: 'Records that were found missing and could not be repaired, by kind',
  labelNames: ['kind'],
})

/** Counts repaired records in the metric. For services that find missing records without `createReconciliation`. */
export const countReconciled = (kind: string, found = 1): void => reconciledTotal.inc({ kind }, found)

/**
 * Waits for all promises, even if one fails, so that no work is left running.
 * @throws the first failure
 */
export async function allDone(promises: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

const firstWindowMs = 30 * 86_400_000
const leaseMs = 15_000

export interface Reconciliation extends Task {
  /** Checks the next page if it is due. Returns whether another page is ready now. */
  round(): Promise<boolean>
}

/**
 * Repairs records whose events will not arrive any more: the events are dead letters, were purged, or were lost with a
 * broker's disk. It asks the owner, page by page, for the events up to `settleMs` ago, and compares each page with the
 * records here. The position advances after each page, so after a crash or an outage the page is checked again. For
 * `settleMs` after its start a process repairs nothing, because its queues may still deliver the events. Only one
 * replica checks at a time.
 *
 * A record that could not be repaired, because what it depends on is missing, too, is found again: the next window follows after
 * `settleMs` and begins where this one did, at most 30 days ago, until all of it is repaired.
 */
export function createReconciliation<K extends string>(options: ReconciliationOptions<K>): Reconciliation {
  const { name, kinds, source, path, connection, log, settleMs, everyMs, compare } = options
  const positions = createPositionModel(connection)
  const startedAt = Date.now()
  for (const kind of kinds) {
    reconciledTotal.inc({ kind }, 0)
    failedTotal.inc({ kind }, 0)
  }

  let hasFailed = false
  const repair: Repair<K> = async (kind, about, ingest) => {
    try {
      await ingest()
      reconciledTotal.inc({ kind })
      log.warn({ kind, ...about }, 'a missing record was repaired: its event never arrived')
    } catch (error) {
      if (isOutage(error)) throw error
      hasFailed = true
      failedTotal.inc({ kind })
      log.error(
        { kind, ...about, err: error },
        'a missing record cannot be repaired: its event never arrived',
      )
    }
  }

  /** Claims the next page by moving its due date, so that no other replica checks the same page. */
  const claimPage = async (): Promise<(ReconciliationPosition & { until: Date }) | null> => {
    const now = databaseNow(connection).getTime()
    const dueAt = new Date(now + leaseMs)
    const begin = { from: new Date(now - firstWindowMs), until: null, cursor: null, dueAt: new Date(0) }
    await positions.updateOne({ _id: name }, { $setOnInsert: begin }, { upsert: true })
    const due = { _id: name, dueAt: { $lte: new Date(now) } }
    const claimed = await positions
      .findOneAndUpdate(due, { $set: { dueAt } }, { returnDocument: 'after' })
      .lean()
    return claimed && { ...claimed, until: claimed.until ?? new Date(now - settleMs) }
  }

  // It ingests data of another service, as a consumer does, so it pauses together with the consumers.
  let inProgress: Promise<unknown> = Promise.resolve()
  const leave = processEventPause.join({ pause: () => inProgress, resume: () => undefined })
  const round = () => {
    if (processEventPause.isOn || Date.now() - startedAt < settleMs) return Promise.resolve(false)
    const checked = check()
    inProgress = checked.catch(() => undefined)
    return checked
  }

  const check = async () => {
    const claimed = await claimPage()
    if (claimed === null || claimed.from >= claimed.until) return false
    const query = new URLSearchParams({
      from: claimed.from.toISOString(),
      until: claimed.until.toISOString(),
    })
    if (claimed.cursor !== null) query.set('cursor', claimed.cursor)
    const page = await source.get(`${path}${path.includes('?') ? '&' : '?'}${query}`, recentEvents)
    hasFailed = claimed.hasFailed ?? false
    await compare(parseReported(page, log), repair)
    checkpoint('reconciliation:repaired')
    const { until, nextCursor: cursor } = { ...claimed, ...page }
    const now = databaseNow(connection).getTime()
    const again = new Date(Math.max(claimed.from.getTime(), now - firstWindowMs))
    const onward =
      cursor === null
        ? { from: hasFailed ? again : until, until: null, cursor, hasFailed: false }
        : { until, cursor, hasFailed }
    const pauseMs = hasFailed ? Math.max(everyMs, settleMs) : everyMs
    const dueAt = new Date(cursor === null ? now + pauseMs : 0)
    // The condition fails when the lease has expired and another replica has claimed the page.
    await positions.updateOne({ _id: name, dueAt: claimed.dueAt }, { $set: { ...onward, dueAt } })
    return cursor !== null
  }

  const sweep = createSweep(`reconciliation ${name}`, everyMs, log, round)
  return {
    round,
    start: sweep.start,
    async stop() {
      leave()
      await sweep.stop()
    },
  }
}

/** Parses reported events. An event that does not match the contract is logged and skipped. */
function parseReported({ events: reported }: RecentEvents, log: Logger): ReportedEvent[] {
  return reported.flatMap(({ type, dataschema, data }) => {
    try {
      if (!(type in events)) throw new Error('no such event')
      return [{ type, data: readEventData(type as EventName, dataschema, data) } as ReportedEvent]
    } catch (error) {
      log.error({ event: type, err: error }, 'a recent event cannot be read')
      return []
    }
  })
}
