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

/** An event as its owner tells it again. */
export type ReportedEvent = { [N in EventName]: { type: N; data: EventData<N> } }[EventName]

/**
 * Takes in one thing that should have been known here by then, and says so: in the metric, under its kind,
 * and in the log. What cannot be taken in either is logged as an error and does not stop the others.
 */
export type Repair<K extends string> = (
  kind: K,
  about: Record<string, unknown>,
  ingest: () => Promise<unknown>,
) => Promise<void>

export interface ReconciliationOptions<K extends string> {
  /** Whose events are looked through, and for what: names the position. */
  name: string
  /** What may be found missing: each kind shows in the metric from the start. */
  kinds: readonly K[]
  source: InternalClient
  /** The owner's route, with what it narrows its events to. */
  path: string
  connection: Connection
  log: Logger
  /** How long an event may be on its way before it counts as lost. */
  settleMs: number
  /** Pause between two looks. */
  everyMs: number
  /** Compares reported events with what is known here, and repairs what is missing. */
  compare: (reported: ReportedEvent[], repair: Repair<K>) => Promise<void>
}

const reconciledTotal = new Counter({
  name: 'reconciled_total',
  help: 'What another service told of and was not known here in time, by kind: found and taken in',
  labelNames: ['kind'],
})

const failedTotal = new Counter({
  name: 'reconcile_failures_total',
  help: 'What was found missing and could not be taken in either, by kind',
  labelNames: ['kind'],
})

/** Counts what was missing. For those that find it in a way of their own. */
export const countReconciled = (kind: string, found = 1): void => reconciledTotal.inc({ kind }, found)

/**
 * Waits for all of them, also when one fails, so that nothing is left under way.
 * @throws the first failure
 */
export async function allDone(works: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

const firstLookBackMs = 30 * 86_400_000
const leaseMs = 15_000

export interface Reconciliation extends Task {
  /** Looks through the next page, when it is due. Answers whether there is more to look through now. */
  round(): Promise<boolean>
}

/**
 * Finds what no message will bring any more: events lie dead, were purged, or went down with a broker's
 * disk. It asks their owner, page by page, what was told until `settleMs` ago, and has each page held
 * against what is known here. The position moves on after its page: a crash, or an absence, costs a second
 * look. For `settleMs` after its start a process leaves what is missing to its queues. One replica at a
 * time looks.
 */
export function createReconciliation<K extends string>(options: ReconciliationOptions<K>): Reconciliation {
  const { name, kinds, source, path, connection, log, settleMs, everyMs, compare } = options
  const positions = createPositionModel(connection)
  const startedAt = Date.now()
  for (const kind of kinds) {
    reconciledTotal.inc({ kind }, 0)
    failedTotal.inc({ kind }, 0)
  }

  const repair: Repair<K> = async (kind, about, ingest) => {
    reconciledTotal.inc({ kind })
    try {
      await ingest()
      log.warn({ kind, ...about }, 'no message told of this: found and taken in')
    } catch (error) {
      if (isOutage(error)) throw error
      failedTotal.inc({ kind })
      log.error({ kind, ...about, err: error }, 'no message told of this, and it cannot be taken in')
    }
  }

  /** Pushes the next date ahead as it takes the turn, so that no other replica looks at the same page. */
  const takeTurn = async (): Promise<(ReconciliationPosition & { until: Date }) | null> => {
    const now = databaseNow(connection).getTime()
    const dueAt = new Date(now + leaseMs)
    const begin = { from: new Date(now - firstLookBackMs), until: null, cursor: null, dueAt: new Date(0) }
    await positions.updateOne({ _id: name }, { $setOnInsert: begin }, { upsert: true })
    const due = { _id: name, dueAt: { $lte: new Date(now) } }
    const turn = await positions
      .findOneAndUpdate(due, { $set: { dueAt } }, { returnDocument: 'after' })
      .lean()
    return turn && { ...turn, until: turn.until ?? new Date(now - settleMs) }
  }

  // It takes in what another service knows, as a consumer does, and so it rests with them.
  let underWay: Promise<unknown> = Promise.resolve()
  const leave = processEventPause.join({ pause: () => underWay, resume: () => undefined })
  const round = () => {
    if (processEventPause.isOn || Date.now() - startedAt < settleMs) return Promise.resolve(false)
    const looked = check()
    underWay = looked.catch(() => undefined)
    return looked
  }

  const check = async () => {
    const turn = await takeTurn()
    if (turn === null || turn.from >= turn.until) return false
    const query = new URLSearchParams({ from: turn.from.toISOString(), until: turn.until.toISOString() })
    if (turn.cursor !== null) query.set('cursor', turn.cursor)
    const page = await source.get(`${path}${path.includes('?') ? '&' : '?'}${query}`, recentEvents)
    await compare(parseReported(page, log), repair)
    checkpoint('reconciliation:repaired')
    const { until, nextCursor: cursor } = { ...turn, ...page }
    const onward = cursor === null ? { from: until, until: null, cursor } : { until, cursor }
    const dueAt = new Date(cursor === null ? databaseNow(connection).getTime() + everyMs : 0)
    // Not when the lease has ended and somebody else has the turn.
    await positions.updateOne({ _id: name, dueAt: turn.dueAt }, { $set: { ...onward, dueAt } })
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

/** What its owner keeps in a form that the contract does not know is logged and passed over. */
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
