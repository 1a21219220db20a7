import { addressesCheck, type ConsentRefusal, houseOf, parcelsHold } from '@prankpost/contracts'
import { unavailable } from '../errors.ts'
import { standInClient } from './service.ts'

type StandInPlace = { address: string; address2?: string | null | undefined; zipCode: string }

/** A stand-in for consent. Its digest of an address is readable: the address, the ZIP code and the unit. */
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
    /** Refuses nothing, and forgets what was counted. For `beforeEach`. */
    reset() {
      state.isDown = false
      state.refusals.clear()
      state.hasOwnUnpaid = false
      state.held.length = 0
      state.released.length = 0
    },
    digestOf: ({ address, address2, zipCode }: StandInPlace) =>
      `digest of ${address} ${zipCode}${address2 ? `:${address2}` : ''}`,
  }
  const verdictsOn = (places: StandInPlace[]) =>
    places.map((place) => {
      const digest = state.digestOf(place)
      return { digest, refusal: state.refusals.get(digest) ?? state.refusals.get(houseOf(digest)) ?? null }
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
