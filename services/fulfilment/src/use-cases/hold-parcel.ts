import { may, type OperatorRole, type QueuedParcel } from '@prankpost/contracts'
import { conflict, forbidden } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { planOf, readPool } from '../draw-pool.ts'
import type { DrawnSlot } from '../drawn-slot.ts'
import { isUnsent } from '../due-parcels.ts'
import { entriesOf, slotId } from '../queue-entry.ts'
import { insistOnParcels, readParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { changeAtOrder } from './change-at-order.ts'
import { drawMonth } from './draw-month.ts'

/**
 * Holds a parcel that was not shipped: it is neither printed nor shipped until it is released. Order decides about a
 * one-time parcel, in the same write as everything else that happens to it; a parcel of a plan is one write here. A
 * repeat changes nothing.
 * @throws 404 for an unknown parcel; 409 when it was shipped or withdrawn; 503 when order is unavailable
 */
export async function holdParcel(
  { id, reason }: { id: string; reason: string },
  deps: Deps,
): Promise<QueuedParcel> {
  await setHeld(id, reason, deps)
  return readParcel(id, deps)
}

/**
 * Releases a parcel that is held. One that waits for a review is released only by an operator who may answer customers. For a
 * parcel of a plan without a target, one is drawn if there is one now. A repeat changes nothing.
 * @throws 403 for a review by a packer; 404 for an unknown parcel; 409 when it was shipped or withdrawn, while a dispute is
 * open, while there is no target, and when a review was demanded meanwhile; 503 when another service is unavailable
 */
export async function releaseParcel(
  { id, role }: { id: string; role: OperatorRole },
  deps: Deps,
): Promise<QueuedParcel> {
  await setHeld(id, null, deps, mayReview.includes(role))
  const [found] = await insistOnParcels([id], deps)
  if (found?.entry.state === 'held' && found.shipment.orderId === undefined) {
    await drawMonth(found.shipment, await readPool(planOf(found.shipment), deps), deps)
  }
  const parcel = await readParcel(id, deps)
  if (parcel.state === 'held') throw conflict(`It stays held: ${parcel.heldBecause}`)
  return parcel
}

const mayReview: readonly OperatorRole[] = may.answer

async function setHeld(id: string, reason: string | null, deps: Deps, isReviewed = false): Promise<void> {
  const [found] = await insistOnParcels([id], deps)
  if (found === undefined) return
  const { shipment, entry } = found
  if (reason === null && entry.review && !isReviewed)
    throw forbidden('This parcel is held for review: ask an operator who answers customers.')
  if (entry.state === 'withdrawn') throw conflict('This parcel was withdrawn: it is not sent.')
  if (entry.shippedAt !== null) throw conflict('This parcel was shipped already.')
  if (shipment.orderId !== undefined) {
    const change =
      reason === null ? { action: 'release' as const, isReviewed } : { action: 'hold' as const, reason }
    const result = (await changeAtOrder([{ ...found, change }], deps)).get(id)
    if (result?.outcome === 'refused') throw conflict(result.message ?? 'This parcel cannot be changed now.')
    return
  }
  const change = { heldBecause: reason, endsReview: isReviewed && entry.review !== null }
  await deps.outbox.change({ _id: shipment._id }, (month) => holdSlot(month, id, change))
}

/** @throws 409 also when a slot that is to be released waits for a review that was not known before */
function holdSlot(
  month: Shipment,
  id: string,
  { heldBecause, endsReview }: { heldBecause: string | null; endsReview: boolean },
) {
  const again = month.parcels.find(
    (one) => isUnsent(one) && entriesOf(month).some((entry) => entry.id === id && entry.parcelId === one.id),
  )
  if (again !== undefined) {
    if ((again.heldBecause ?? null) === heldBecause) return null
    const parcels = month.parcels.map((one) => (one === again ? { ...one, heldBecause } : one))
    return { update: { $set: { parcels } } }
  }
  const slot = month.draw?.find((one) => slotId(month._id, one) === id)
  if (slot === undefined) throw conflict('This parcel is not drawn any more. Please reload.')
  if (slot.parcelId !== null) throw conflict('This parcel was shipped already.')
  if ((slot.heldBecause ?? null) === heldBecause) return null
  if (heldBecause === null && slot.review && !endsReview)
    throw conflict('This parcel waits for a review now. Please reload.')
  const { review, ...rest } = slot
  const next: DrawnSlot = { ...rest, heldBecause, ...(heldBecause !== null && review && { review }) }
  const changed = (one: DrawnSlot) => (one === slot ? next : one)
  return { update: { $set: { draw: month.draw?.map(changed) } } }
}
