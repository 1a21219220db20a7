import { type PastEvents, pastEvents } from '@prankpost/contracts'
import { type InternalClient, pagesOf } from '@prankpost/service-kit'
import { ZodError } from 'zod'
import type { Deps } from '../deps.ts'
import type { LogEntry } from '../log.model.ts'
import { entryId, orderEntry, parcelEntry, planEntry } from '../log-entry.ts'
import { findMonths, findPlansOf, restoreEntries, runningPlan } from '../log-store.ts'
import { type ReportedEvent, readPastEvent, type ShippedEvent } from '../reported-event.ts'
import { noteSuspects } from '../suspects.ts'

/** How many customers' orders one call requests. */
const ownersPerCall = 100

interface RebuildDeps extends Pick<Deps, 'logs'> {
  subscription: InternalClient
  fulfilment: InternalClient
  order: InternalClient
}

/** The result of a rebuild. */
export interface Rebuilt {
  /** Entries that the sources reported. */
  written: number
  /** Existing entries that no source reported. */
  removed: number
  /** Parcels whose month was paid after the plans were read: the running service records them. */
  waiting: number
  /** Events that do not match the contract. If there are any, nothing is removed. */
  unreadable: { id: string; type: string; problem: string }[]
}

/**
 * Rebuilds the log from all events about plans and their customers at subscription, fulfilment and order. The entries
 * are identical to those from the queues, delivered in sequence. It may run while the service is running, and again
 * after it was interrupted: every entry is written under its key, and only entries that existed before the start and
 * that no source reports are removed.
 * @throws 503 when a source is unavailable; nothing is removed then
 */
export async function rebuildLogs({ logs, subscription, fulfilment, order }: RebuildDeps): Promise<Rebuilt> {
  const suspects = await noteSuspects(logs)
  const rebuilt: Rebuilt = { written: 0, removed: 0, waiting: 0, unreadable: [] }
  const restore = async (source: InternalClient, query?: Record<string, string>) => {
    for await (const { events } of pagesOf(source, '/internal/past-events', pastEvents, query)) {
      const { entries, waiting } = await toEntries(readPage(events, rebuilt), logs)
      await restoreEntries(entries, logs)
      await suspects.clear([...entries.map(({ _id }) => _id), ...waiting.map(entryId)])
      rebuilt.written += entries.length
      rebuilt.waiting += waiting.length
    }
  }
  // Plans first, because the entries of parcels and orders need the entries of their plans.
  await restore(subscription)
  await restore(fulfilment)
  for await (const ownerIds of subscribers(logs)) await restore(order, { ownerIds: ownerIds.join() })
  if (rebuilt.unreadable.length === 0) rebuilt.removed = await suspects.removeTheRest()
  return rebuilt
}

/** All customers who ever had a plan, in groups. */
async function* subscribers(logs: Deps['logs']): AsyncGenerator<string[]> {
  const owners = logs
    .aggregate<{ _id: string }>([{ $match: { action: 'created' } }, { $group: { _id: '$ownerId' } }])
    .cursor()
  let group: string[] = []
  for await (const { _id } of owners) {
    group.push(_id)
    if (group.length < ownersPerCall) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

function readPage(page: PastEvents['events'], { unreadable }: Rebuilt): ReportedEvent[] {
  return page.flatMap((event) => {
    try {
      return readPastEvent(event) ?? []
    } catch (error) {
      if (!(error instanceof ZodError)) throw error
      const { path = [], message = '' } = error.issues[0] ?? {}
      unreadable.push({ id: event.id, type: event.type, problem: `${path.join('.')}: ${message}` })
      return []
    }
  })
}

/** The entries of events, and the parcels whose month is not recorded here yet. Only subscribers' orders have entries. */
async function toEntries(
  reported: ReportedEvent[],
  logs: Deps['logs'],
): Promise<{ entries: LogEntry[]; waiting: ReportedEvent[] }> {
  const ownerIds = reported.flatMap(({ type, data }) => (type === 'order-paid' ? (data.ownerId ?? []) : []))
  const months = await findMonths(
    reported.filter(({ type }) => type === 'prank-shipped') as ShippedEvent[],
    logs,
  )
  const plans = await findPlansOf([...new Set(ownerIds)], logs)
  const entries: LogEntry[] = []
  const waiting: ReportedEvent[] = []
  for (const event of reported) {
    if (event.type === 'prank-shipped') {
      const month = months.get(event.data.invoiceId)
      if (month === undefined) waiting.push(event)
      else entries.push(parcelEntry(event, month))
    } else if (event.type === 'order-paid') {
      const plan = runningPlan(plans.get(event.data.ownerId ?? ''), new Date(event.data.paidAt))
      if (plan !== undefined) entries.push(orderEntry(event, plan))
    } else entries.push(planEntry(event))
  }
  return { entries, waiting }
}
