import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import { call, type Guard, isRecord, listOf } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../../lib/admin-call.ts'

const rows = <T>() => listOf(isRecord) as Guard<unknown> as Guard<T[]>

/** The pranks on sale. */
export const pranksQuery = queryOptions({
  queryKey: ['pranks'],
  queryFn: ({ signal }) => call('GET /api/pranks', { signal, expect: rows() }),
})

/** A customer's targets, asked for whenever a form opens: they may have changed since the last. */
export const targetsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['targets', userId],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/user-contacts/:userId', { params: { userId }, signal, expect: rows() }),
    staleTime: 0,
    refetchOnMount: 'always',
  })

/** What a customer's targets were sent in the last 6 months, newest first. */
export const sentQuery = (userId: string) =>
  queryOptions({
    queryKey: ['sent-pranks', userId],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/sent-pranks/:userId', { params: { userId }, signal, expect: rows() }),
    staleTime: 0,
    refetchOnMount: 'always',
  })

/** Ships one parcel; sent to its end even if the page is left meanwhile. @throws ApiError as `call` does */
export async function shipParcel(parcel: ShipPrankInput): Promise<void> {
  await adminCall('POST /api/admin/ship-subscription-prank', { body: parcel, keepalive: true })
}
