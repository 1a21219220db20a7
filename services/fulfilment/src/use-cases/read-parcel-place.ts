import type { parcelPlace } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { entriesOf } from '../queue-entry.ts'
import type { Shipment } from '../shipment.model.ts'

/** Where the parcel goes whose documents have this reference; null when there is none. It does not say who sent it. */
export async function readParcelPlace(
  { reference }: { reference: string },
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<z.output<typeof parcelPlace>> {
  const shipment = await shipments.findOne({ 'references.reference': reference }).lean<Shipment>()
  const entry = shipment && entriesOf(shipment).find((one) => one.reference === reference)
  if (!entry?.contact) return { place: null }
  const { address, address2, zipCode } = entry.contact
  return { place: { address, address2: address2 ?? null, zipCode } }
}
