import type { BodyIn } from '@prankpost/contracts/api'
import type { Discount } from '@prankpost/contracts/discount'
import type { QueryClient } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countQuery, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const endpoint = 'GET /api/admin/discounts'

/** The number of all codes, independent of the filter. */
export const discountsCount = countQuery('discounts', endpoint)

/** A page of discount codes. */
export const discountsList = (state: ListState) => listQuery('discounts', endpoint, state)

export type DiscountInput = BodyIn<'POST /api/admin/discounts'>
export type DiscountPatch = BodyIn<'PATCH /api/admin/discounts/:code'>

export const addDiscount = (body: DiscountInput): Promise<Discount> =>
  adminCall('POST /api/admin/discounts', { body })

/** Changes a code. @throws ApiError 409 if it has changed since the operator read it */
export const changeDiscount = (code: string, body: DiscountPatch): Promise<Discount> =>
  adminCall('PATCH /api/admin/discounts/:code', { params: { code }, body })

/** Reads the list and the count again. */
export const refreshDiscounts = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['discounts'] })
