import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { Thing } from '../record-things.ts'

type CountDeps = Pick<Deps, 'record' | 'targetDigest'>
type Parcel = Pick<EventData<'prank-shipped'>, 'parcelId' | 'prank' | 'contactId' | 'contact'>

/**
 * Counts each item of a paid one-time order once. A guest's order counts when its owner has recovered it: the order
 * counts with the first event that names an owner.
 */
export async function countPaidItems(
  { ownerId, items, paidAt }: Pick<EventData<'order-paid'>, 'ownerId' | 'items' | 'paidAt'>,
  { record, targetDigest }: CountDeps,
): Promise<void> {
  if (ownerId === null) return
  const at = new Date(paidAt)
  await record(items.flatMap((item) => thingsOf(item, { ownerId, at }, targetDigest)))
}

/** Counts a shipped parcel of a plan once. Items of one-time orders count when they are paid. */
export async function countShippedParcel(
  parcel: EventData<'prank-shipped'>,
  { record, targetDigest }: CountDeps,
): Promise<void> {
  const { ownerId, orderId, shippedAt } = parcel
  if (orderId !== null || ownerId === null) return
  await record(thingsOf(parcel, { ownerId, at: new Date(shippedAt) }, targetDigest))
}

// The picture identifies the kind of a prank: each of the six known pranks has its own, whatever its name.
function thingsOf(
  { parcelId, prank, contactId, contact }: Parcel,
  { ownerId, at }: Pick<Thing, 'ownerId' | 'at'>,
  targetDigest: Deps['targetDigest'],
): Thing[] {
  // Without an id, targets with the same name and address are the same.
  const target = contactId ?? targetDigest.of(contact)
  return [
    { track: 'prank', key: parcelId, ownerId, at },
    { track: 'kind', key: `${ownerId}:${prank.image}`, ownerId, at },
    { track: 'target', key: `${ownerId}:${target}`, ownerId, at, hit: parcelId },
  ]
}
