import type { BodyIn } from '@prankpost/contracts/api'
import type { AdminPrank } from '@prankpost/contracts/prank'
import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { freshOnMount, resourceList } from '../../lib/admin-list.ts'

/** The list of pranks. */
export const {
  count: pranksCount,
  page: pranksList,
  refresh: refreshPranks,
} = resourceList('pranks', 'GET /api/admin/pranks')

/** The latest changes of a prank's price. */
export const pricesQuery = (id: string) =>
  queryOptions({
    queryKey: ['pranks', 'prices', id],
    queryFn: ({ signal }) => adminCall('GET /api/admin/pranks/:id/prices', { params: { id }, signal }),
    ...freshOnMount,
  })

export type PrankInput = BodyIn<'POST /api/admin/pranks'>
export type PrankPatch = BodyIn<'PATCH /api/admin/pranks/:id'>

export const addPrank = (body: PrankInput): Promise<AdminPrank> =>
  adminCall('POST /api/admin/pranks', { body })

/** Changes a prank. @throws ApiError 409 if it has changed since the operator read it */
export const changePrank = (id: string, body: PrankPatch): Promise<AdminPrank> =>
  adminCall('PATCH /api/admin/pranks/:id', { params: { id }, body })

export const setPicture = (id: string, file: Blob): Promise<AdminPrank> =>
  adminCall('PUT /api/admin/pranks/:id/picture', { params: { id }, body: file })
