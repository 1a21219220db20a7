import type { Deps } from '../deps.ts'
import { findSlip, type GivenCode, insistOnPlace } from '../find-slip.ts'
import { listAddress } from '../list-address.ts'

/**
 * Puts the address of a parcel on the do-not-prank list: the code on its slip confirms it, as on the page for addresses. The
 * answer is the same when it was listed before. If the process dies after the write, the event is in its outbox, and a repeat
 * finds the address listed.
 * @throws 404 for an unknown code, 409 once the address was erased, 429 after too many codes, 503 when fulfilment is unavailable
 */
export async function stopParcels(
  given: GivenCode,
  deps: Pick<Deps, 'fulfilment' | 'codesOfAddress' | 'digests' | 'listingOutbox' | 'now'>,
): Promise<{ message: string }> {
  const place = insistOnPlace(await findSlip(given, deps))
  await listAddress({ digest: deps.digests.address(place), confirmedBy: 'slip' }, deps)
  return { message: 'Your address is on our do-not-prank list now. We do not send parcels to it any more.' }
}
