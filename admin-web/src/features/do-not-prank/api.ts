import type { BodyIn } from '@prankpost/contracts/api'
import type { DoNotPrankEntry } from '@prankpost/contracts/do-not-prank'
import type { QueryClient } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countQuery, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'

const resource = 'do-not-prank'
const endpoint = 'GET /api/admin/do-not-prank'

/** The number of all entries. */
export const entriesCount = countQuery(resource, endpoint)

/** A page of the list. */
export const entriesList = (state: ListState) => listQuery(resource, endpoint, state)

export type AddressSearch = BodyIn<'POST /api/admin/do-not-prank/search'>

/** Finds the entry of an address; the body of a POST, so that no log contains the address. */
export const searchAddress = async (body: AddressSearch): Promise<DoNotPrankEntry | null> => {
  const { items } = await adminCall('POST /api/admin/do-not-prank/search', { body })
  return items[0] ?? null
}

/** Removes an entry. @throws ApiError 404 if it is not on the list any more */
export const removeEntry = (id: string) => adminCall('DELETE /api/admin/do-not-prank/:id', { params: { id } })

/** Reads the list and the count again. */
export const refreshEntries = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: [resource] })
