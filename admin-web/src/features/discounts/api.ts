import type { BodyIn } from '@prankpost/contracts/api'
import type { Discount } from '@prankpost/contracts/discount'
import { adminCall } from '../../lib/admin-call.ts'
import { resourceList } from '../../lib/admin-list.ts'

/** The list of discount codes. */
export const {
  count: discountsCount,
  page: discountsList,
  refresh: refreshDiscounts,
} = resourceList('discounts', 'GET /api/admin/discounts')

export type DiscountInput = BodyIn<'POST /api/admin/discounts'>
export type DiscountPatch = BodyIn<'PATCH /api/admin/discounts/:code'>

export const addDiscount = (body: DiscountInput): Promise<Discount> =>
  adminCall('POST /api/admin/discounts', { body })

/** Changes a code. @throws ApiError 409 if it has changed since the operator read it */
export const changeDiscount = (code: string, body: DiscountPatch): Promise<Discount> =>
  adminCall('PATCH /api/admin/discounts/:code', { params: { code }, body })
