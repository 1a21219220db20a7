import type { AnswerOf, QueryOf } from '@prankpost/contracts/api'
import { type CallRest, isRecord, listOf, nullable, number, shape, text } from '@prankpost/web-kit'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AdminKey, adminCall } from './admin-call.ts'

interface AdminList {
  items: { id: string }[]
  total: number
  nextCursor: string | null
}

/** The endpoints that answer a page of a list. */
export type ListKey = {
  [K in AdminKey]: AnswerOf<K> extends AdminList ? (QueryOf<K> extends undefined ? never : K) : never
}[AdminKey]

type ListAnswer<K extends ListKey> = Extract<AnswerOf<K>, AdminList>

/** What narrows a list down, as it stands in the address. */
export interface ListFilter {
  status?: string | undefined
  q?: string | undefined
  /** Of orders: without those that were never paid. */
  unpaid?: 'exclude' | undefined
}

/** Rows on a page of a list. */
export const pageSize = 50
const countIntervalMs = 30_000

const isList = shape<{ items: Record<string, unknown>[]; total: number; nextCursor: string | null }>({
  items: listOf(isRecord),
  total: number,
  nextCursor: nullable(text),
})

async function readList<K extends ListKey>(key: K, query: object, signal: AbortSignal) {
  const asked = [{ query, signal, expect: isList }] as unknown as CallRest<K>
  return (await adminCall(key, ...asked)) as ListAnswer<K>
}

/** What all queries of a resource's lists begin with: `invalidateQueries({ queryKey: listKeyOf(x) })` refreshes them. */
export const listKeyOf = (resource: string) => [resource, 'list'] as const

/** One page of a resource's list. Asked for anew whenever it is shown; the last page stays until the next is there. */
export function listQuery<K extends ListKey>(
  resource: string,
  key: K,
  { status, q, unpaid, cursor }: ListFilter & { cursor?: string | undefined },
) {
  const asked = { status, q, unpaid, cursor }
  return queryOptions({
    queryKey: [...listKeyOf(resource), asked],
    queryFn: ({ signal }) => readList(key, { ...asked, limit: pageSize }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** A total as people read it; one that was counted up to a bound says "or more" there. */
export const totalText = (total: number, countedUpTo?: number): string =>
  total === countedUpTo ? `${total.toLocaleString('en-US')} or more` : String(total)

/**
 * How many there are of a resource under no filter, but for one that always holds, polled every 30 s while the window is
 * visible. It reads no items: a poll that reads personal data would fill the audit trail.
 */
export function countQuery<K extends ListKey>(
  resource: string,
  key: K,
  always: () => ListFilter = () => ({}),
) {
  return countedBy(resource, async (signal) => (await readList(key, { ...always(), limit: 0 }, signal)).total)
}

/** The same for a resource that counts in a way of its own. */
export function countedBy(
  resource: string,
  count: (signal: AbortSignal, queryClient: QueryClient) => Promise<number>,
) {
  return queryOptions({
    queryKey: [resource, 'count'],
    queryFn: ({ signal, client }) => count(signal, client),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: countIntervalMs,
    refetchIntervalInBackground: false,
  })
}
