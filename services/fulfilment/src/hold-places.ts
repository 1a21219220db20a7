import { type ConsentRefusal, describeRefusal, parcelsHeld } from '@prankpost/contracts'
import type { Deps } from './deps.ts'
import type { ParcelAddress, Shipment } from './shipment.model.ts'

interface CountedParcel {
  month:
    | Pick<Shipment, 'ownerId' | 'plan' | 'orderId'>
    | { ownerId: string; plan: { subscriptionId: string } }
  parcelId: string
  contact: ParcelAddress
}

/**
 * Counts a parcel of a plan, or one that is sent again, at its address; a repeat counts it once. Returns why it may not be sent, as a sentence for the
 * operator; null when it may. `lasts`: 30 days, once its label is printed; without it half an hour, until it is shipped.
 * @throws 503 when consent is unavailable: without its answer nothing is sent
 */
export async function holdPlace(
  { month: { ownerId, plan, ...month }, parcelId, contact }: CountedParcel,
  { consent }: Pick<Deps, 'consent'>,
  { lasts }: { lasts: boolean },
): Promise<string | null> {
  const { address, address2, zipCode } = contact
  const { verdicts } = await consent.post('/internal/parcels/hold', parcelsHeld, {
    purchaseId: plan?.subscriptionId ?? ('orderId' in month ? month.orderId : undefined) ?? parcelId,
    senderId: ownerId,
    parcels: [{ parcelId, address, address2, zipCode }],
    paid: lasts,
  })
  const refusal: ConsentRefusal | null = verdicts[0]?.refusal ?? null
  return refusal === null ? null : describeRefusal(contact.name, refusal)
}
