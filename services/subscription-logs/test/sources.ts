import type { PastEvents } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import type { InternalClient } from '@prankpost/service-kit'

const aggregatesAPage = 2

/** What a source keeps of the past: each aggregate's events, told page by page as the contract says. */
export function standInForSource() {
  const past = new Map<string, OutboxEntry[]>()
  const state = {
    /** Pages asked for so far. */
    asked: 0,
    /** Runs before a page is answered. */
    before: async (_page: number): Promise<void> => undefined,
  }
  return {
    state,
    /** Keeps events that happened. */
    keep(...events: OutboxEntry[]) {
      for (const event of events) past.set(event.subject, [...(past.get(event.subject) ?? []), event])
    },
    /** The page after a cursor; of order, that of some owners alone. */
    page(query: URLSearchParams): PastEvents {
      const [cursor, owners] = [query.get('cursor'), query.get('ownerIds')?.split(',')]
      const isTheirs = ({ data }: OutboxEntry) =>
        owners === undefined || owners.includes(String((data as { ownerId: unknown }).ownerId))
      const ids = [...past.keys()]
        .sort()
        .filter((id) => (cursor === null || id > cursor) && past.get(id)?.every(isTheirs))
        .slice(0, aggregatesAPage)
      const emitted = ids.flatMap((id) => past.get(id) ?? [])
      return {
        events: emitted.map(({ id, type, subject, time, data }) => ({
          id,
          type,
          subject,
          data,
          time: time.toISOString(),
        })),
        nextCursor: ids.length === aggregatesAPage ? (ids.at(-1) ?? null) : null,
      }
    },
    /** Answers as the service itself would. */
    client(): InternalClient {
      const { page } = this
      return {
        async get(path, schema) {
          await state.before(++state.asked)
          return schema.parse(page(new URL(path, 'http://source').searchParams))
        },
        post: () => Promise.reject(new Error('a source is told nothing')),
      }
    },
  }
}
