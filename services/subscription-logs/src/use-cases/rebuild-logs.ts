import { type PastEvents, pastEvents } from '@prankpost/contracts'
import type { InternalClient } from '@prankpost/service-kit'
import { ZodError } from 'zod'
import type { Deps } from '../deps.ts'
import type { LogEntry } from '../log.model.ts'
import { entryId, parcelEntry, planEntry } from '../log-entry.ts'
import { findBeginnings, restoreEntries } from '../log-store.ts'
import { noteSuspects } from '../suspects.ts'
import { readPastEvent, type ToldEvent } from '../told-event.ts'

interface RebuildDeps extends Pick<Deps, 'logs'> {
  subscription: InternalClient
  fulfilment: InternalClient
}

/** What a rebuild came to. */
export interface Rebuilt {
  /** Entries that the sources tell of. */
  written: number
  /** Entries that were there and that no source tells of. */
  removed: number
  /** Parcels whose plan began after the plans were read: the running service records them. */
  waiting: number
  /** Events that do not fit the contract; while there are some nothing is removed. */
  unreadable: { id: string; type: string; problem: string }[]
}

/**
 * Builds the log again from all that subscription and fulfilment ever told: the same entries, to the
 * last field, that the queues brought. It may run while the service does, and again when it was cut
 * short: every entry is written under its key, and only those go away that were there before it began
 * and that no source tells of.
 * @throws 503 when a source is away; nothing is removed then
 */
export async function rebuildLogs({ logs, subscription, fulfilment }: RebuildDeps): Promise<Rebuilt> {
  const suspects = await noteSuspects(logs)
  const rebuilt: Rebuilt = { written: 0, removed: 0, waiting: 0, unreadable: [] }
  // Plans first: parcels take from their beginnings.
  for (const source of [subscription, fulfilment]) {
    for await (const page of pagesOf(source)) {
      const told = readPage(page, rebuilt)
      const entries = await toEntries(told, logs)
      await restoreEntries(entries, logs)
      await suspects.clear(told.map(entryId))
      rebuilt.written += entries.length
      rebuilt.waiting += told.length - entries.length
    }
  }
  if (rebuilt.unreadable.length === 0) rebuilt.removed = await suspects.removeTheRest()
  return rebuilt
}

async function* pagesOf(source: InternalClient): AsyncGenerator<PastEvents['events']> {
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `?cursor=${cursor}`
    const page: PastEvents = await source.get(`/internal/past-events${query}`, pastEvents)
    yield page.events
    cursor = page.nextCursor
  } while (cursor !== null)
}

function readPage(page: PastEvents['events'], { unreadable }: Rebuilt): ToldEvent[] {
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

async function toEntries(told: ToldEvent[], logs: Deps['logs']): Promise<LogEntry[]> {
  const planIds = told.flatMap(({ type, data }) =>
    type === 'prank-shipped' ? (data.subscriptionId ?? []) : [],
  )
  const beginnings = await findBeginnings([...new Set(planIds)], logs)
  return told.flatMap((event) => {
    if (event.type !== 'prank-shipped') return planEntry(event)
    const beginning = beginnings.get(event.data.subscriptionId ?? '')
    return beginning === undefined ? [] : parcelEntry(event, beginning)
  })
}
