import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/**
 * Removes an address from the list: it gets parcels again. An event that is still in the outbox of the entry is removed, too;
 * parcels that were withdrawn stay so. @throws 404 when there is no such entry (any more)
 */
export async function removeListing(
  { id }: { id: string },
  { listings }: Pick<Deps, 'listings'>,
): Promise<void> {
  const { deletedCount } = await listings.deleteOne({ _id: id })
  if (deletedCount === 0) throw notFound('This entry is not on the list any more.')
}
