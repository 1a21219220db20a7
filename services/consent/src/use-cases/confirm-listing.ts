import { timingSafeEqual } from 'node:crypto'
import { doNotPrankDigits, doNotPrankTries, parcelPlace, parcelReference } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { addressKey, invalid, refuseIf } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { normalizeCode } from '../find-slip.ts'
import { listAddress } from '../list-address.ts'
import type { Listing } from '../listing.model.ts'
import type { ListingRequest } from '../request.model.ts'
import { withHouses } from './check-addresses.ts'

interface Confirmation {
  requestId: string
  code: string
  /** The caller's network address. */
  address: string
}

type ConfirmDeps = Pick<
  Deps,
  'requests' | 'listings' | 'listingOutbox' | 'digests' | 'fulfilment' | 'codesOfAddress' | 'now'
>

/**
 * Puts an address on the list with the code from the mail, or with the code on the slip of a parcel to this address, and emits
 * address-blocked in the same write. A try counts before the code is compared, so that parallel calls get no more tries. The
 * answers do not say whether the address was on the list, or whether a slip's code exists for another address.
 *
 * If the process dies after the write, the event is in its outbox, and a repeat finds the address listed.
 * @throws 400 for a wrong code and an ended request, 429 after too many from one network address, 503 when a slip's code
 * cannot be checked because fulfilment is unavailable
 */
export async function confirmListing(
  { requestId, code, address }: Confirmation,
  deps: ConfirmDeps,
): Promise<{ message: string }> {
  refuseIf(await deps.codesOfAddress.count(addressKey(address)), 'Too many codes from your network.')
  const request = await deps.requests
    .findOneAndUpdate(
      { _id: requestId, until: { $gt: deps.now() }, tries: { $lt: doNotPrankTries } },
      { $inc: { tries: 1 } },
    )
    .lean<ListingRequest>()
  const confirmedBy = request === null ? null : await checkCode(request, code, deps)
  if (request === null || confirmedBy === null) throw wrongCode()
  await listAddress({ digest: request.digest, confirmedBy }, deps)
  checkpoint('consent:listed')
  await deps.requests.updateOne({ _id: request._id }, { $set: { email: null } })
  return { message: 'This address is on our do-not-prank list now. We do not send parcels to it any more.' }
}

const wrongCode = () =>
  invalid('This code is not correct, or it has expired. Check it, or start again with your address.')

/** Which kind of code it is; null when it is wrong. */
async function checkCode(
  { _id, digest }: ListingRequest,
  code: string,
  { digests, fulfilment }: Pick<Deps, 'digests' | 'fulfilment'>,
): Promise<Listing['confirmedBy'] | null> {
  const given = normalizeCode(code)
  if (isEqual(given, digests.code(String(_id), doNotPrankDigits))) return 'mail'
  if (!parcelReference.safeParse(given).success) return null
  const query = new URLSearchParams({ reference: given })
  const { place } = await fulfilment.get(`/internal/parcel-places?${query}`, parcelPlace)
  // A slip of a unit confirms the house, too: the sender may have invented the unit.
  const confirms = place === null ? [] : withHouses([digests.address(place)])
  return confirms.some((one) => isEqual(one, digest)) ? 'slip' : null
}

const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
