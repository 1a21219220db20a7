import type { PastEvents } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import type { InternalClient } from '@prankpost/service-kit'

const aggregatesPerPage = 2

/** A fake source of past events: returns the events of its aggregates page by page, as the contract specifies. */
export function standInForSource() {
  const past = new Map<string, OutboxEntry[]>()
  const state = {
    /** The number of pages requested so far. */
    requests: 0,
    /** Runs before a page is returned. */
    before: async (_page: number): Promise<void> => undefined,
  }
  return {
    state,
    /** Adds events. */
    keep(...events: OutboxEntry[]) {
      for (const event of events) past.set(event.subject, [...(past.get(event.subject) ?? []), event])
    },
    /** The page after a cursor; with `ownerIds`, only events of these owners. */
    page(query: URLSearchParams): PastEvents {
      const [cursor, owners] = [query.get('cursor'), query.get('ownerIds')?.split(',')]
      const isTheirs = ({ data }: OutboxEntry) =>
        owners === undefined || owners.includes(String((data as { ownerId: unknown }).ownerId))
      const ids = [...past.keys()]
        .sort()
        .filter((id) => (cursor === null || id > cursor) && past.get(id)?.every(isTheirs))
        .slice(0, aggregatesPerPage)
      const emitted = ids.flatMap((id) => past.get(id) ?? [])
      return {
        events: emitted.map(({ id, type, subject, time, data }) => ({
          id,
          type,
          subject,
          data,
          time: time.toISOString(),
        })),
        nextCursor: ids.length === aggregatesPerPage ? (ids.at(-1) ?? null) : null,
      }
    },
    /** A client that returns what the real service would. */
    client(): InternalClient {
      const { page } = this
      return {
        async get(path, schema) {
          await state.before(++state.requests)
          return schema.parse(page(new URL(path, 'http://source').searchParams))
        },
        post: () => Promise.reject(new Error('a source accepts no writes')),
      }
    },
  }
}
