import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * The state of a list, kept in the URL so that Back and links work: `status`, `q`, and one `cursor` for each page
 * change. The last cursor is the start of the current page.
 */
export interface ListState {
  status: string | undefined
  q: string | undefined
  cursor: string | undefined
  /** 1 is the newest page. */
  page: number
  isFiltered: boolean
  setStatus(status: string | undefined): void
  setQ(q: string): void
  clearFilter(): void
  goOlder(nextCursor: string): void
  goNewer(): void
  goNewest(): void
}

/** The state of the list of the open tab. A new filter starts at the newest page. */
export function useListState(): ListState {
  const [params, setParams] = useSearchParams()
  return useMemo(() => {
    const cursors = params.getAll('cursor')
    const q = params.get('q') ?? undefined
    const status = params.get('status') ?? undefined
    const filterBy = (name: 'status' | 'q', value: string | undefined, replace = false) =>
      setParams((now) => withCursors(withParam(now, name, value), []), { replace })
    const goTo = (pages: string[]) => setParams((now) => withCursors(now, pages))
    return {
      status,
      q,
      cursor: cursors.at(-1),
      page: cursors.length + 1,
      isFiltered: Boolean(status || q),
      setStatus: (next) => filterBy('status', next),
      // Replaces the entry of the browser's history while typing, so that Back returns to the list before the search.
      setQ: (next) => filterBy('q', next.trim(), q !== undefined),
      clearFilter: () =>
        setParams((now) => withCursors(withParam(withParam(now, 'q', undefined), 'status', undefined), [])),
      goOlder: (nextCursor) => goTo([...cursors, nextCursor]),
      goNewer: () => goTo(cursors.slice(0, -1)),
      goNewest: () => goTo([]),
    }
  }, [params, setParams])
}

/**
 * The id of the item that is open next to the list (in a drawer), under its own name in the URL: `?order=ID`.
 * @example const [orderId, openOrder] = useOpenItem('order'); openOrder(id); openOrder(null)
 */
export function useOpenItem(name: string): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (id: string | null) =>
      setParams((now) => withParam(now, name, id ?? undefined), {
        // Closing an item and moving to the next one add no entry to the browser's history.
        replace: id === null || params.has(name),
      }),
    [params, setParams, name],
  )
  return [params.get(name), open]
}

function withParam(params: URLSearchParams, name: string, value: string | undefined) {
  const next = new URLSearchParams(params)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

function withCursors(params: URLSearchParams, cursors: string[]) {
  const next = new URLSearchParams(params)
  next.delete('cursor')
  for (const cursor of cursors) next.append('cursor', cursor)
  return next
}
