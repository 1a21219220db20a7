import { type ListState, useListState } from '../../lib/list-state.ts'
import { useUrlParams } from '../../lib/url-params.ts'

/** The filters of the queue besides status and search. */
const parcelFilterNames = ['type', 'prank', 'state', 'shipBy'] as const
type ParcelFilterName = (typeof parcelFilterNames)[number]
type ParcelFilter = Partial<Record<ParcelFilterName, string>>

/** The state of the queue. */
export type ParcelState = ListState &
  ParcelFilter & { setFilter(name: ParcelFilterName, value: string | undefined): void }

/** The state of the queue, kept in the URL. A change of a filter returns to the first page. */
export function useParcelState(): ParcelState {
  const state = useListState()
  const [params, changeParams] = useUrlParams()
  const filter: ParcelFilter = Object.fromEntries(
    parcelFilterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  // Without a search, the parcels to pack are the list without a status.
  const status = state.q || state.status !== 'to_pack' ? state.status : undefined
  return {
    ...state,
    ...filter,
    status,
    setFilter: (name, value) =>
      changeParams((next) => {
        next.delete('cursor')
        if (value) next.set(name, value)
        else next.delete(name)
      }),
    isFiltered: Boolean(status || state.q) || Object.keys(filter).length > 0,
    clearFilter: () =>
      changeParams((next) => {
        for (const name of ['cursor', 'q', 'status', ...parcelFilterNames]) next.delete(name)
      }),
  }
}
