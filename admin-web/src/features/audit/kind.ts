import { auditKinds } from '@prankpost/contracts/constants'
import { useSearchParams } from 'react-router-dom'
import { type ListState, useListState } from '../../lib/list-state.ts'

export type AuditKind = (typeof auditKinds)[number]

/** The state of the audit list: the usual filters and the kind of entries; without a kind, both are shown. */
export interface AuditState extends ListState {
  kind: AuditKind | undefined
  setKind(kind: AuditKind | undefined): void
}

/** The state of the audit list, kept in the URL. A change of kind returns to the newest page. */
export function useAuditState(): AuditState {
  const state = useListState()
  const [params, setParams] = useSearchParams()
  const kind = auditKinds.find((one) => one === params.get('kind'))
  const without = (now: URLSearchParams, ...names: string[]) => {
    const next = new URLSearchParams(now)
    for (const name of ['cursor', 'kind', ...names]) next.delete(name)
    return next
  }
  return {
    ...state,
    kind,
    setKind: (chosen) =>
      setParams((now) => {
        const next = without(now)
        if (chosen) next.set('kind', chosen)
        return next
      }),
    isFiltered: state.isFiltered || kind !== undefined,
    clearFilter: () => setParams((now) => without(now, 'q', 'status')),
  }
}
