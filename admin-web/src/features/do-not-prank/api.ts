import type { BodyIn } from '@prankpost/contracts/api'
import type { DoNotPrankEntry } from '@prankpost/contracts/do-not-prank'
import { adminCall, ignoreMissing } from '../../lib/admin-call.ts'
import { resourceList } from '../../lib/admin-list.ts'

/** The list of entries. */
export const {
  count: entriesCount,
  page: entriesList,
  refresh: refreshEntries,
} = resourceList('do-not-prank', 'GET /api/admin/do-not-prank')

export type AddressSearch = BodyIn<'POST /api/admin/do-not-prank/search'>

/** Finds the entry of an address; the body of a POST, so that no log contains the address. */
export const searchAddress = async (body: AddressSearch): Promise<DoNotPrankEntry | null> => {
  const { items } = await adminCall('POST /api/admin/do-not-prank/search', { body })
  return items[0] ?? null
}

/** Removes an entry. One that is not on the list any more counts as removed. */
export const removeEntry = (id: string) =>
  adminCall('DELETE /api/admin/do-not-prank/:id', { params: { id } }).catch(ignoreMissing)
