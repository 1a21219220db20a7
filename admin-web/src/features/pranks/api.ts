import type { BodyIn } from '@prankpost/contracts/api'
import type { AdminPrank } from '@prankpost/contracts/prank'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countQuery, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const endpoint = 'GET /api/admin/pranks'

/** The number of all pranks, independent of the filter. */
export const pranksCount = countQuery('pranks', endpoint)

/** A page of pranks. */
export const pranksList = (state: ListState) => listQuery('pranks', endpoint, state)

/** The latest changes of a prank's price. */
export const pricesQuery = (id: string) =>
  queryOptions({
    queryKey: ['pranks', 'prices', id],
    queryFn: ({ signal }) => adminCall('GET /api/admin/pranks/:id/prices', { params: { id }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
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

/** Reads the list and the count again. */
export const refreshPranks = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['pranks'] })
