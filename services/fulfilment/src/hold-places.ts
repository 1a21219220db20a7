import { type ConsentRefusal, describeRefusal, parcelsHeld } from '@prankpost/contracts'
import type { Deps } from './deps.ts'
import type { ParcelAddress } from './parcel.model.ts'
import { againOfPlan, type FoundParcel } from './queued-parcels.ts'

interface CountedParcel {
  shipment: {
    ownerId: string | null
    orderId?: string | undefined
    plan?: { subscriptionId: string } | null | undefined
  }
  parcelId: string
  contact: ParcelAddress
}

/** Why a parcel may not be sent, as a sentence for the operator, null when it may; and consent's digest of its address. */
interface Place {
  refusal: string | null
  digest: string | undefined
}

/**
 * Counts a parcel of a plan, or one that is sent again, at its address; a repeat counts it once. `lasts`: 30 days, once its label is
 * printed; without it half an hour, until it is shipped.
 * @throws 503 when consent is unavailable: without its answer nothing is sent
 */
export async function askForPlace(
  { shipment: { ownerId, orderId, plan }, parcelId, contact }: CountedParcel,
  { consent }: Pick<Deps, 'consent'>,
  { lasts }: { lasts: boolean },
): Promise<Place> {
  const { address, address2, zipCode } = contact
  const { verdicts } = await consent.post('/internal/parcels/hold', parcelsHeld, {
    purchaseId: plan?.subscriptionId ?? orderId ?? parcelId,
    senderId: ownerId,
    parcels: [{ parcelId, address, address2, zipCode }],
    paid: lasts,
  })
  const refusal: ConsentRefusal | null = verdicts[0]?.refusal ?? null
  return {
    refusal: refusal === null ? null : describeRefusal(contact.name, refusal),
    digest: verdicts[0]?.digest,
  }
}

/** As `askForPlace`, without the digest. */
export const holdPlace = async (...asked: Parameters<typeof askForPlace>): Promise<string | null> =>
  (await askForPlace(...asked)).refusal

/** As `holdPlace`, for a parcel of a plan that waits to be sent again; null for any other parcel. */
export async function holdPlaceAgain(
  found: FoundParcel,
  deps: Pick<Deps, 'consent'>,
): Promise<string | null> {
  const parcel = againOfPlan(found)
  if (parcel === undefined) return null
  const { id: parcelId, contact } = parcel
  return holdPlace({ shipment: found.shipment, parcelId, contact }, deps, { lasts: true })
}
