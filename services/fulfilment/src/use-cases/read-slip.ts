import type { parcelSender, slipContent } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { entriesOf, type QueueEntry } from '../queue-entry.ts'
import type { Shipment } from '../shipment.model.ts'

/** The shipment and the parcel whose documents have this reference; null when there is none. */
export async function findByReference(
  reference: string,
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<{ shipment: Shipment; entry: QueueEntry } | null> {
  const shipment = await shipments.findOne({ 'references.reference': reference }).lean<Shipment>()
  const entry = shipment && entriesOf(shipment).find((one) => one.reference === reference)
  return shipment && entry ? { shipment, entry } : null
}

/** Where a parcel goes; null while that is not decided, and once it was erased. */
export function placeOf({ contact }: Pick<QueueEntry, 'contact'>) {
  if (!contact?.address) return null
  const { address, address2, zipCode } = contact
  return { address, address2: address2 ?? null, zipCode }
}

/** What is in the parcel with this reference, and where it goes. It does not say who sent it. */
export async function readSlip(
  { reference }: { reference: string },
  deps: Pick<Deps, 'shipments'>,
): Promise<z.output<typeof slipContent>> {
  const found = await findByReference(reference, deps)
  if (!found?.entry.prank) return { slip: null }
  const { prank, quantity } = found.entry
  return { slip: { prankId: prank.id, prankName: prank.name, quantity, place: placeOf(found.entry) } }
}

/** Whose parcel it is with this reference. Only consent asks, for the audited step of an operator. */
export async function readParcelSender(
  { reference }: { reference: string },
  deps: Pick<Deps, 'shipments'>,
): Promise<z.output<typeof parcelSender>> {
  const found = await findByReference(reference, deps)
  if (found === null) return { sender: null }
  const { ownerId, orderId = null } = found.shipment
  return { sender: { ownerId, orderId } }
}
