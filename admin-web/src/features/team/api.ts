import type { BodyIn } from '@prankpost/contracts/api'
import type { Operator } from '@prankpost/contracts/operator'
import { adminCall } from '../../lib/admin-call.ts'
import { resourceList } from '../../lib/admin-list.ts'

/** The list of operators. */
export const {
  count: teamCount,
  page: teamList,
  refresh: refreshTeam,
} = resourceList('team', 'GET /api/admin/operators')

export type Invitation = BodyIn<'POST /api/admin/operators'>
export type OperatorPatch = BodyIn<'PATCH /api/admin/operators/:id'>

/** Invites an operator by mail. @throws ApiError 409 if there is one with this address */
export const invite = (body: Invitation): Promise<Operator> =>
  adminCall('POST /api/admin/operators', { body })

/** Changes an operator. @throws ApiError 409 for the last owner while the shared password is off */
export const changeOperator = (id: string, body: OperatorPatch): Promise<Operator> =>
  adminCall('PATCH /api/admin/operators/:id', { params: { id }, body })

export const removeOperator = (id: string) => adminCall('DELETE /api/admin/operators/:id', { params: { id } })
