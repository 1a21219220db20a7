import { auditKinds } from '@prankpost/contracts/constants'
import { type ListState, useListState } from '../../lib/list-state.ts'
import { useUrlParams } from '../../lib/url-params.ts'

export type AuditKind = (typeof auditKinds)[number]

/** The state of the audit list: the usual filters and the kind of entries; without a kind, both are shown. */
export interface AuditState extends ListState {
  kind: AuditKind | undefined
  setKind(kind: AuditKind | undefined): void
}

/** The state of the audit list, kept in the URL. A change of kind returns to the newest page. */
export function useAuditState(): AuditState {
  const state = useListState()
  const [params, changeParams] = useUrlParams()
  const kind = auditKinds.find((one) => one === params.get('kind'))
  return {
    ...state,
    kind,
    setKind: (chosen) =>
      changeParams((next) => {
        next.delete('cursor')
        if (chosen) next.set('kind', chosen)
        else next.delete('kind')
      }),
    isFiltered: state.isFiltered || kind !== undefined,
    clearFilter: () =>
      changeParams((next) => {
        for (const name of ['cursor', 'kind', 'q', 'status']) next.delete(name)
      }),
  }
}
