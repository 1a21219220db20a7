import { internalPranks, type Slip } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { findSlip, type GivenCode } from '../find-slip.ts'

/**
 * What a recipient reads about a parcel: the prank, its contents and its allergens. Changes nothing. Whether the address is on
 * the list, or was reported, is not part of the answer. Without an answer of catalog, the contents are missing, so that a
 * recipient can still stop and report.
 * @throws 404 for an unknown code, 429 after too many, 503 when fulfilment is unavailable
 */
export async function readSlip(
  given: GivenCode,
  deps: Pick<Deps, 'fulfilment' | 'catalog' | 'codesOfAddress' | 'log'>,
): Promise<Slip> {
  const { prankId, prankName, quantity, place } = await findSlip(given, deps)
  const contents = await readContents(prankId, deps)
  return { prank: prankName, quantity, contents, hasAddress: place !== null }
}

async function readContents(
  prankId: string,
  { catalog, log }: Pick<Deps, 'catalog' | 'log'>,
): Promise<Slip['contents']> {
  const query = new URLSearchParams({ ids: prankId })
  const found = await catalog.get(`/internal/pranks?${query}`, internalPranks).catch((error: Error) => {
    log.warn({ reason: error.message }, 'a recipient did not get the contents of a parcel')
    return []
  })
  const [prank] = found
  return prank === undefined ? null : { contents: prank.contents ?? '', allergens: prank.allergens ?? '' }
}
