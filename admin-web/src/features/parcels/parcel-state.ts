import { type ListState, useListState } from '../../lib/list-state.ts'

const filterNames = ['type', 'prank', 'state', 'shipBy'] as const

/** The state of the queue. */
export type ParcelState = ListState<(typeof filterNames)[number]>

/** The state of the queue. Without a search, the parcels to pack are the list without a status. */
export function useParcelState(): ParcelState {
  const state = useListState(filterNames)
  if (state.q || state.status !== 'to_pack') return state
  return { ...state, status: undefined, isFiltered: Object.keys(state.filters).length > 0 }
}
