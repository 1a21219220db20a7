import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * What a list shows, kept in the address, so that Back works and a link shows the same: `status`, `q`, and one
 * `cursor` for each page gone by, the last of which starts this page.
 */
export interface ListState {
  status: string | undefined
  q: string | undefined
  cursor: string | undefined
  /** 1 is the newest. */
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
      // Each pause while typing is not a place to come back to; the list before the search is.
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
 * The id of what is open beside the list (a drawer), under a name of its own in the address: `?order=ID`.
 * @example const [orderId, openOrder] = useOpenItem('order'); openOrder(id); openOrder(null)
 */
export function useOpenItem(name: string): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (id: string | null) =>
      setParams((now) => withParam(now, name, id ?? undefined), {
        // Closing leads nowhere new, nor does going from one to the next.
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
