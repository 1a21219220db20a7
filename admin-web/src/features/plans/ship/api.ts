import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import { call, type Guard, isRecord, listOf } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../../lib/admin-call.ts'
import { freshOnMount } from '../../../lib/admin-list.ts'

const rows = <T>() => listOf(isRecord) as Guard<unknown> as Guard<T[]>

/** The pranks on sale. */
export const pranksQuery = queryOptions({
  queryKey: ['pranks'],
  queryFn: ({ signal }) => call('GET /api/pranks', { signal, expect: rows() }),
})

/** A customer's targets, read again whenever a form opens, because they may have changed. */
export const targetsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['targets', userId],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/user-contacts/:userId', { params: { userId }, signal, expect: rows() }),
    ...freshOnMount,
  })

/** The pranks sent to a customer's targets in the last 6 months, newest first. */
export const sentQuery = (userId: string) =>
  queryOptions({
    queryKey: ['sent-pranks', userId],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/sent-pranks/:userId', { params: { userId }, signal, expect: rows() }),
    ...freshOnMount,
  })

/** What was drawn for the parcels that are due, oldest month first; read again whenever a form opens. */
export const drawQuery = (stripeSubscriptionId: string) =>
  queryOptions({
    queryKey: ['plan-draw', stripeSubscriptionId],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/plan-draw/:stripeSubscriptionId', {
        params: { stripeSubscriptionId },
        signal,
        expect: rows(),
      }),
    ...freshOnMount,
  })

/** Ships one parcel. The request is completed even if the page is closed. @throws ApiError like `call` */
export async function shipParcel(parcel: ShipPrankInput): Promise<void> {
  await adminCall('POST /api/admin/ship-subscription-prank', { body: parcel, keepalive: true })
}
