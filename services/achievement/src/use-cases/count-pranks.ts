import { createHash } from 'node:crypto'
import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { Thing } from '../record-things.ts'

type Parcel = Pick<EventData<'prank-shipped'>, 'parcelId' | 'prank' | 'contactId' | 'contact'>

/**
 * Counts each item of a paid one-time order once. A guest's order counts when its owner has recovered it: the order
 * counts with the first event that names an owner.
 */
export async function countPaidItems(
  { ownerId, items, paidAt }: Pick<EventData<'order-paid'>, 'ownerId' | 'items' | 'paidAt'>,
  { record }: Pick<Deps, 'record'>,
): Promise<void> {
  if (ownerId === null) return
  const at = new Date(paidAt)
  await record(items.flatMap((item) => thingsOf(item, ownerId, at)))
}

/** Counts a shipped parcel of a plan once. Items of one-time orders count when they are paid. */
export async function countShippedParcel(
  parcel: EventData<'prank-shipped'>,
  { record }: Pick<Deps, 'record'>,
): Promise<void> {
  const { ownerId, orderId, shippedAt } = parcel
  if (orderId !== null || ownerId === null) return
  await record(thingsOf(parcel, ownerId, new Date(shippedAt)))
}

// The picture identifies the kind of a prank: each of the six known pranks has its own, whatever its name.
function thingsOf(parcel: Parcel, ownerId: string, at: Date): Thing[] {
  const { parcelId, prank } = parcel
  return [
    { track: 'prank', key: parcelId, ownerId, at },
    { track: 'kind', key: `${ownerId}:${prank.image}`, ownerId, at },
    { track: 'target', key: `${ownerId}:${targetOf(parcel)}`, ownerId, at, hit: parcelId },
  ]
}

/** The target's id; without an id, targets with the same name and address are the same. */
function targetOf({ contactId, contact: { name, address, city, state, zipCode } }: Parcel): string {
  if (contactId !== null) return contactId
  const text = JSON.stringify([name, address, city, state, zipCode].map((part) => part.trim().toLowerCase()))
  return createHash('sha256').update(text).digest('base64url')
}
