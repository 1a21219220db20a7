import type { StopScope } from '@prankpost/contracts'
import { isUnit } from '../address-digest.ts'
import type { Deps } from '../deps.ts'
import { findSlip, type GivenCode, insistOnPlace } from '../find-slip.ts'
import { listAddress, listedOf } from '../list-address.ts'

/**
 * Puts the address of a parcel on the do-not-prank list, or its house with all units: the code on its slip confirms it, as on
 * the page for addresses. The answer is the same when it was listed before. If the process dies after the write, the event is in its outbox, and a repeat
 * finds the address listed.
 * @throws 404 for an unknown code, 409 once the address was erased, 429 after too many codes, 503 when fulfilment is unavailable
 */
export async function stopParcels(
  { scope, ...given }: GivenCode & { scope: StopScope },
  deps: Pick<Deps, 'fulfilment' | 'codesOfAddress' | 'digests' | 'listingOutbox' | 'now'>,
): Promise<{ message: string }> {
  const place = insistOnPlace(await findSlip(given, deps))
  const digest = deps.digests.address(place)
  await listAddress({ digest: listedOf(digest, scope), confirmedBy: 'slip' }, deps)
  return { message: messageOf(digest, scope) }
}

/** Says what was listed. */
function messageOf(digest: string, scope: StopScope): string {
  if (!isUnit(digest))
    return 'Your address is on our do-not-prank list now. We do not send parcels to it any more.'
  return scope === 'house'
    ? 'Your house is on our do-not-prank list now. We do not send parcels to it any more, whatever unit is on them.'
    : 'Your unit is on our do-not-prank list now. We do not send parcels to it any more. Other units of the house may still get them.'
}
