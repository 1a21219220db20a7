import { addressesCheck, type ConsentRefusal, parcelsHold } from '@prankpost/contracts'
import { unavailable } from '../errors.ts'
import { standInClient } from './service.ts'

/** A stand-in for consent. Its digest of an address is readable: the address and the ZIP code. */
export function standInForConsent() {
  const state = {
    isDown: false,
    /** Why nothing may be sent to an address now, by its digest. */
    refusals: new Map<string, ConsentRefusal>(),
    /** Whether unpaid orders of the same sender hold places of refused addresses. */
    hasOwnUnpaid: false,
    /** The ids of the parcels that are counted, and the orders whose parcels were released. */
    held: [] as string[],
    released: [] as string[],
    digestOf: ({ address, zipCode }: { address: string; zipCode: string }) =>
      `digest of ${address} ${zipCode}`,
  }
  const verdictsOn = (places: { address: string; zipCode: string }[]) =>
    places.map((place) => {
      const digest = state.digestOf(place)
      return { digest, refusal: state.refusals.get(digest) ?? null }
    })
  const client = standInClient({
    post(path, body) {
      if (state.isDown) throw unavailable()
      if (path === '/internal/addresses/check')
        return { verdicts: verdictsOn(addressesCheck.parse(body).places) }
      if (path === '/internal/parcels/release') {
        state.released.push((body as { purchaseId: string }).purchaseId)
        return { released: true }
      }
      const { parcels } = parcelsHold.parse(body)
      const verdicts = verdictsOn(parcels)
      const isRefused = verdicts.some(({ refusal }) => refusal !== null)
      if (!isRefused) state.held.push(...parcels.map(({ parcelId }) => parcelId))
      return { verdicts, hasOwnUnpaid: isRefused && state.hasOwnUnpaid }
    },
  })
  return { state, client }
}
