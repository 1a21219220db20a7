import { useCallback, useMemo } from 'react'
import { useUrlParams } from './url-params.ts'

/**
 * The state of a list, kept in the URL so that Back and links work: `status`, `q`, further filters under their own names,
 * and one `cursor` for each page change. The last cursor is the start of the current page.
 */
export interface ListState<F extends string = never> {
  status: string | undefined
  q: string | undefined
  filters: Partial<Record<F, string>>
  cursor: string | undefined
  /** 1 is the newest page. */
  page: number
  isFiltered: boolean
  setStatus(status: string | undefined): void
  setFilter(name: F, value: string | undefined): void
  setQ(q: string): void
  clearFilter(): void
  goOlder(nextCursor: string): void
  goNewer(): void
  goNewest(): void
}

const none: readonly never[] = []

/** The state of the list of the open tab; `names` are those of its further filters. A new filter starts at the newest page. */
export function useListState<F extends string = never>(names: readonly F[] = none): ListState<F> {
  const [params, changeParams] = useUrlParams()
  return useMemo(() => {
    const cursors = params.getAll('cursor')
    const q = params.get('q') ?? undefined
    const status = params.get('status') ?? undefined
    const filters = Object.fromEntries(
      names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
    ) as Partial<Record<F, string>>
    const filterBy = (name: string, value: string | undefined, replace = false) =>
      changeParams(
        (next) => {
          setOrDelete(next, name, value)
          next.delete('cursor')
        },
        { replace },
      )
    const goTo = (pages: string[]) =>
      changeParams((next) => {
        next.delete('cursor')
        for (const cursor of pages) next.append('cursor', cursor)
      })
    return {
      status,
      q,
      filters,
      cursor: cursors.at(-1),
      page: cursors.length + 1,
      isFiltered: Boolean(status || q) || Object.keys(filters).length > 0,
      setStatus: (next) => filterBy('status', next),
      setFilter: filterBy,
      // Replaces the entry of the browser's history while typing, so that Back returns to the list before the search.
      setQ: (next) => filterBy('q', next.trim(), q !== undefined),
      clearFilter: () =>
        changeParams((next) => {
          for (const name of ['q', 'status', 'cursor', ...names]) next.delete(name)
        }),
      goOlder: (nextCursor) => goTo([...cursors, nextCursor]),
      goNewer: () => goTo(cursors.slice(0, -1)),
      goNewest: () => goTo([]),
    }
  }, [params, changeParams, names])
}

/**
 * The id of the item that is open next to the list (in a drawer), under its own name in the URL: `?order=ID`.
 * @example const [orderId, openOrder] = useOpenItem('order'); openOrder(id); openOrder(null)
 */
export function useOpenItem(name: string): [string | null, (id: string | null) => void] {
  const [params, changeParams] = useUrlParams()
  const open = useCallback(
    (id: string | null) =>
      changeParams((next) => setOrDelete(next, name, id ?? undefined), {
        // Closing an item and moving to the next one add no entry to the browser's history.
        replace: id === null || params.has(name),
      }),
    [params, changeParams, name],
  )
  return [params.get(name), open]
}

function setOrDelete(params: URLSearchParams, name: string, value: string | undefined) {
  if (value) params.set(name, value)
  else params.delete(name)
}
