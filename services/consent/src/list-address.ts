import { houseOf, type StopScope } from '@prankpost/contracts'
import { unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type Deps, emit } from './deps.ts'
import type { Listing } from './listing.model.ts'

/** What is listed of an address: the address, or its house with all units. */
export const listedOf = (digest: string, scope: StopScope): string =>
  scope === 'house' ? houseOf(digest) : digest

/** Puts an address on the list, once, and emits address-blocked in the same write. A repeat changes nothing. */
export async function listAddress(
  { digest, confirmedBy }: Pick<Listing, 'digest' | 'confirmedBy'>,
  { listingOutbox, now }: Pick<Deps, 'listingOutbox' | 'now'>,
): Promise<void> {
  const _id = new Types.ObjectId()
  const listedAt = now()
  const blocked = emit('address-blocked', String(_id), { digest, at: listedAt.toISOString() })
  await unlessDuplicate(listingOutbox.insert({ _id, digest, confirmedBy, listedAt }, [blocked]))
}
