import { auditKinds } from '@prankpost/contracts/constants'
import type { ListState } from '../../lib/list-state.ts'

export type AuditKind = (typeof auditKinds)[number]

export type AuditState = ListState<'kind'>

/** The kind of entries that are shown; undefined for both kinds. */
export const kindOf = ({ filters }: AuditState) => auditKinds.find((kind) => kind === filters.kind)
