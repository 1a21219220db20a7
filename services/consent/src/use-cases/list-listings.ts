import type { DoNotPrankEntry } from '@prankpost/contracts'
import { findListPage } from '@prankpost/service-kit'
import type { Place } from '../address-digest.ts'
import type { Deps } from '../deps.ts'
import { type Listing, toDto } from '../listing.model.ts'
import { withHouses } from './check-addresses.ts'

type Page = { items: DoNotPrankEntry[]; total: number; nextCursor: string | null }

/** The do-not-prank list, latest first. */
export async function listListings(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { listings }: Pick<Deps, 'listings'>,
): Promise<Page> {
  const { documents, ...page } = await findListPage<Listing>(listings, { filter: {}, limit, cursor })
  return { items: documents.map(toDto), ...page }
}

/** The entries that block an address: its own, and that of its house. They are found by digests: no address is stored. */
export async function searchListing(
  place: Place,
  { listings, digests }: Pick<Deps, 'listings' | 'digests'>,
): Promise<Page> {
  const found = await listings.find({ digest: { $in: withHouses([digests.address(place)]) } }).lean()
  return { items: found.map(toDto), total: found.length, nextCursor: null }
}
