import {
  type InternalPrank,
  internalPranks,
  type RecipientPage,
  recipientAnswer,
  type Slip,
} from '@prankpost/contracts'
import { isUnit } from '../address-digest.ts'
import type { Deps } from '../deps.ts'
import { findSlip, type GivenCode } from '../find-slip.ts'

/**
 * What a recipient reads about a parcel: the prank, its contents and its allergens, and once it is sent what the sender chose to
 * show. Changes nothing. Whether the address is on the list, or was reported, is not part of the answer. Without an answer of
 * catalog the contents are missing, without one of order the reveal, so that a recipient can still stop and report.
 * @throws 404 for an unknown code, 429 after too many, 503 when fulfilment is unavailable
 */
export async function readSlip(
  given: GivenCode,
  deps: Pick<Deps, 'fulfilment' | 'catalog' | 'order' | 'codesOfAddress' | 'digests' | 'log'>,
): Promise<Slip> {
  const { reference, prankId, prankName, quantity, place } = await findSlip(given, deps)
  const [prank, page] = await Promise.all([readPrank(prankId, deps), readPage(reference, deps)])
  return {
    prank: prankName,
    image: prank?.image ?? null,
    quantity,
    contents: prank && { contents: prank.contents ?? '', allergens: prank.allergens ?? '' },
    hasAddress: place !== null,
    hasUnit: place !== null && isUnit(deps.digests.address(place)),
    page,
  }
}

async function readPrank(
  prankId: string,
  { catalog, log }: Pick<Deps, 'catalog' | 'log'>,
): Promise<InternalPrank | null> {
  const query = new URLSearchParams({ ids: prankId })
  const found = await catalog.get(`/internal/pranks?${query}`, internalPranks).catch((error: Error) => {
    log.warn({ reason: error.message }, 'a recipient did not get the contents of a parcel')
    return []
  })
  return found[0] ?? null
}

async function readPage(
  reference: string,
  { order, log }: Pick<Deps, 'order' | 'log'>,
): Promise<RecipientPage | null> {
  const read = order.post('/internal/recipients/read', recipientAnswer, { reference })
  const { page } = await read.catch((error: Error) => {
    log.warn({ reason: error.message }, 'a recipient did not get the reveal of a parcel')
    return { page: null }
  })
  return page
}
