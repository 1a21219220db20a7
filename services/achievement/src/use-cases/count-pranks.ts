import { createHash } from 'node:crypto'
import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { Thing } from '../record-things.ts'

type Parcel = Pick<EventData<'prank-shipped'>, 'parcelId' | 'prank' | 'contactId' | 'contact'>

/**
 * Counts each item of a one-time order that was paid, once. A guest's order counts when its owner has
 * recovered it: whichever of the two events comes with an owner.
 */
export async function countPaidItems(
  { ownerId, items, paidAt }: Pick<EventData<'order-paid'>, 'ownerId' | 'items' | 'paidAt'>,
  { record }: Pick<Deps, 'record'>,
): Promise<void> {
  if (ownerId === null) return
  const at = new Date(paidAt)
  await record(items.flatMap((item) => thingsOf(item, ownerId, at)))
}

/** Counts a plan's parcel that was shipped, once. Those of one-time orders counted when they were paid. */
export async function countShippedParcel(
  parcel: EventData<'prank-shipped'>,
  { record }: Pick<Deps, 'record'>,
): Promise<void> {
  const { ownerId, orderId, shippedAt } = parcel
  if (orderId !== null || ownerId === null) return
  await record(thingsOf(parcel, ownerId, new Date(shippedAt)))
}

// A kind of prank is known by its picture: the six known pranks have one each, whatever they are called.
function thingsOf(parcel: Parcel, ownerId: string, at: Date): Thing[] {
  const { parcelId, prank } = parcel
  return [
    { track: 'prank', key: parcelId, ownerId, at },
    { track: 'kind', key: `${ownerId}:${prank.image}`, ownerId, at },
    { track: 'target', key: `${ownerId}:${targetOf(parcel)}`, ownerId, at, hit: parcelId },
  ]
}

/** The target's id; without one, whoever has the same name and address is the same. */
function targetOf({ contactId, contact: { name, address, city, state, zipCode } }: Parcel): string {
  if (contactId !== null) return contactId
  const text = JSON.stringify([name, address, city, state, zipCode].map((part) => part.trim().toLowerCase()))
  return createHash('sha256').update(text).digest('base64url')
}
