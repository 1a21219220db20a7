import type { BodyIn } from '@prankpost/contracts/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminCall, adminFile } from '../../lib/admin-call.ts'
import { countedBy, freshOnMount, hitsQuery, listKeyOf, refreshOf } from '../../lib/admin-list.ts'
import { isoTime } from '../../lib/local-time.ts'
import type { ParcelState } from './parcel-state.ts'
import { parcelStates } from './parcel-states.ts'

/** The number of parcels to pack. */
export const parcelsCount = countedBy('parcels', async (signal) => {
  const query = { status: 'to_pack' as const, limit: 0 }
  return (await adminCall('GET /api/admin/parcels', { query, signal })).total
})

/** Parcels on a page: the server's maximum, so that a day's labels are printed at once. */
export const parcelRows = 200

/**
 * A page of the queue; without a status the parcels to pack, earliest promise first. A search without a status finds parcels
 * of every state: a code is often that of a printed label.
 */
export const parcelsPage = ({ status, q, cursor, filters }: ParcelState) => {
  const filter = { status: status ?? (q ? undefined : 'to_pack'), q, cursor, ...filters }
  return queryOptions({
    queryKey: [...listKeyOf('parcels'), filter],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/parcels', {
        // The day ends where the operator is: the list shows times of this zone.
        query: {
          ...filter,
          shipBy: filters.shipBy && (isoTime(`${filters.shipBy}T24:00`) ?? undefined),
          limit: parcelRows,
        } as never,
        signal,
      }),
    placeholderData: keepPreviousData,
    ...freshOnMount,
  })
}

/** Parcels of every state, for the command bar. */
export const parcelHits = hitsQuery('parcels', 'GET /api/admin/parcels', (parcel, q) => {
  const { id, state, prank, recipient, reference } = parcel
  return {
    id,
    title: recipient ? `${prank.name} to ${recipient.name}` : prank.name,
    detail: [parcelStates[state].label, reference].filter(Boolean).join(', '),
    params: { status: state, q: reference ?? q },
  }
})

/** All pranks, for the filter. */
export const pranksQuery = queryOptions({
  queryKey: ['parcels', 'pranks'],
  queryFn: async ({ signal }) =>
    (await adminCall('GET /api/admin/pranks', { query: { limit: 200 }, signal })).items,
  staleTime: 5 * 60_000,
})

/** Labels and slips as one PDF. @throws ApiError 409 if one of them cannot be sent */
export const readLabels = (ids: string[]) => adminFile('POST /api/admin/parcels/labels', { body: { ids } })

export const readPickList = (ids: string[]) =>
  adminCall('POST /api/admin/parcels/pick-list', { body: { ids } })

export const ship = (ids: string[]) =>
  adminCall('POST /api/admin/parcels/ship', { body: { parcels: ids.map((id) => ({ id })) }, keepalive: true })

/** Ships the parcel with this reference. @throws ApiError 404 if there is none */
export const scan = (body: BodyIn<'POST /api/admin/parcels/scan'>) =>
  adminCall('POST /api/admin/parcels/scan', { body, keepalive: true })

export const importTracking = (csv: string) => adminCall('POST /api/admin/parcels/import', { body: { csv } })

export const hold = (id: string, reason: string) =>
  adminCall('POST /api/admin/parcels/:id/hold', { params: { id }, body: { reason } })

/** Refuses a held parcel of an order. A repeat finds the first refusal. */
export const refuse = (id: string, reason: string) =>
  adminCall('POST /api/admin/parcels/:id/refuse', { params: { id }, body: { reason }, keepalive: true })

/** What is done with one parcel, without further input. */
export const simpleActions = {
  release: (id: string) => adminCall('POST /api/admin/parcels/:id/release', { params: { id } }),
  delivered: (id: string) => adminCall('POST /api/admin/parcels/:id/delivered', { params: { id }, body: {} }),
  returned: (id: string) => adminCall('POST /api/admin/parcels/:id/returned', { params: { id } }),
}

/** Refunds a parcel that came back. Of several clicks, by several operators, each returns the first refund. */
export const refundReturned = (id: string) =>
  adminCall('POST /api/admin/parcels/:id/refund', { params: { id }, keepalive: true })

/** Sends a parcel again that came back. @throws ApiError 409 if it was refunded, or is sent again already */
export const sendAgain = (id: string) =>
  adminCall('POST /api/admin/parcels/:id/send-again', { params: { id }, keepalive: true })

/** Reads the list and the count again. */
export const refreshParcels = refreshOf('parcels')

/** Reads parcels again, and the orders that they belong to. */
export const refreshParcelsAndOrders = refreshOf('parcels', 'orders')
