import type { AnswerOf, QueryOf } from '@prankpost/contracts/api'
import { mostCounted } from '@prankpost/contracts/constants'
import { type CallRest, isRecord, listOf, nullable, number, shape, text } from '@prankpost/web-kit'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AdminKey, adminCall } from './admin-call.ts'
import type { ListState } from './list-state.ts'
import type { Hit } from './resource.ts'

interface AdminList {
  items: { id: string }[]
  total: number
  nextCursor: string | null
}

/** The endpoints that return a page of a list. */
export type ListKey = {
  [K in AdminKey]: AnswerOf<K> extends AdminList ? (QueryOf<K> extends undefined ? never : K) : never
}[AdminKey]

type ListAnswer<K extends ListKey> = Extract<AnswerOf<K>, AdminList>

/** The filter of a list, as it is in the URL. */
export interface ListFilter {
  status?: string | undefined
  q?: string | undefined
  /** For orders: excludes those that were never paid. */
  unpaid?: 'exclude' | undefined
}

/** Rows on a page of a list. */
export const pageSize = 50
const countIntervalMs = 30_000

/** For data that is read again each time it is shown. */
export const freshOnMount = { staleTime: 0, refetchOnMount: 'always' } as const

const isList = shape<{ items: Record<string, unknown>[]; total: number; nextCursor: string | null }>({
  items: listOf(isRecord),
  total: number,
  nextCursor: nullable(text),
})

async function readList<K extends ListKey>(key: K, query: object, signal: AbortSignal) {
  const options = [{ query, signal, expect: isList }] as unknown as CallRest<K>
  return (await adminCall(key, ...options)) as ListAnswer<K>
}

/** The query key prefix of a resource's lists: `invalidateQueries({ queryKey: listKeyOf(x) })` refreshes them. */
export const listKeyOf = (resource: string) => [resource, 'list'] as const

/** Reads all data of these resources again that is on the screen; other data once it is shown. */
export const refreshOf =
  (...resources: string[]) =>
  (queryClient: QueryClient) =>
    Promise.all(resources.map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })))

/**
 * What every resource with a list has. `count` is without the operator's filter; `always` is applied to it. It reads no
 * items: polling personal data would fill the audit trail. A `page` is read again on each mount; the previous page stays
 * until the next is loaded. `refresh` reads all data of the resource again.
 */
export function resourceList<K extends ListKey>(
  resource: string,
  key: K,
  always: () => ListFilter = () => ({}),
) {
  return {
    count: countedBy(
      resource,
      async (signal) => (await readList(key, { ...always(), limit: 0 }, signal)).total,
    ),
    page: ({ status, q, unpaid, cursor }: ListState & ListFilter) => {
      const filter = { status, q, unpaid, cursor }
      return queryOptions({
        queryKey: [...listKeyOf(resource), filter],
        queryFn: ({ signal }) => readList(key, { ...filter, limit: pageSize }, signal),
        placeholderData: keepPreviousData,
        ...freshOnMount,
      })
    },
    refresh: refreshOf(resource),
  }
}

/** The items of all pages of a resource's lists that were read. */
export const listedItems = <T>(queryClient: QueryClient, resource: string): T[] =>
  queryClient
    .getQueriesData<{ items: T[] }>({ queryKey: listKeyOf(resource) })
    .flatMap(([, page]) => page?.items ?? [])

/** Changes the items of all pages of a resource's lists that were read. */
export const patchListed = <T>(queryClient: QueryClient, resource: string, change: (item: T) => T) =>
  queryClient.setQueriesData<{ items: T[] }>(
    { queryKey: listKeyOf(resource) },
    (page) => page && { ...page, items: page.items.map(change) },
  )

const hitCount = 5

/** The first few items of a list that match `q`, for the command bar. A search that is not needed any more is aborted. */
export function hitsQuery<K extends ListKey>(
  resource: string,
  key: K,
  hitOf: (item: ListAnswer<K>['items'][number], q: string) => Hit,
) {
  return (q: string) =>
    queryOptions({
      queryKey: [resource, 'hits', q],
      queryFn: async ({ signal }) =>
        (await readList(key, { q, limit: hitCount }, signal)).items.map((item) => hitOf(item, q)),
      staleTime: 10_000,
    })
}

/** The text of a total; adds "or more" when the total has reached the server's limit for counting. */
export const totalText = (total: number): string =>
  total === mostCounted ? `${total.toLocaleString('en-US')} or more` : String(total)

/** The count of a resource with its own way to count. It is polled every 30 s while the window is visible. */
export function countedBy(
  resource: string,
  count: (signal: AbortSignal, queryClient: QueryClient) => Promise<number>,
) {
  return queryOptions({
    queryKey: [resource, 'count'],
    queryFn: ({ signal, client }) => count(signal, client),
    ...freshOnMount,
    refetchInterval: countIntervalMs,
    refetchIntervalInBackground: false,
  })
}
