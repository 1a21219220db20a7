import type { QueuedParcel } from '@prankpost/contracts'
import { conflict } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { planOf, readPool } from '../draw-pool.ts'
import type { DrawnSlot } from '../drawn-slot.ts'
import { slotId } from '../queue-entry.ts'
import { insistOnParcels, readParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { changeAtOrder } from './change-at-order.ts'
import { drawMonth } from './draw-month.ts'

/**
 * Holds a parcel that was not shipped: it is neither printed nor shipped until it is released. Order decides about a
 * one-time parcel, in the same write as everything else that happens to it; the slot of a plan is one write here. A
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
 * Releases a parcel that an operator held. For a parcel of a plan without a target, one is drawn if there is one now. A
 * repeat changes nothing.
 * @throws 404 for an unknown parcel; 409 when it was shipped or withdrawn, while a dispute is open, and while there is no
 * target; 503 when another service is unavailable
 */
export async function releaseParcel({ id }: { id: string }, deps: Deps): Promise<QueuedParcel> {
  await setHeld(id, null, deps)
  const [found] = await insistOnParcels([id], deps)
  if (found?.entry.state === 'held' && found.shipment.orderId === undefined) {
    await drawMonth(found.shipment, await readPool(planOf(found.shipment), deps), deps)
  }
  const parcel = await readParcel(id, deps)
  if (parcel.state === 'held') throw conflict(`It stays held: ${parcel.heldBecause}`)
  return parcel
}

async function setHeld(id: string, reason: string | null, deps: Deps): Promise<void> {
  const [found] = await insistOnParcels([id], deps)
  if (found === undefined) return
  const { shipment, entry } = found
  if (entry.state === 'withdrawn') throw conflict('This parcel was withdrawn: it is not sent.')
  if (entry.shippedAt !== null) throw conflict('This parcel was shipped already.')
  if (shipment.orderId !== undefined) {
    const change = reason === null ? { action: 'release' as const } : { action: 'hold' as const, reason }
    const result = (await changeAtOrder([{ ...found, change }], deps)).get(id)
    if (result?.outcome === 'refused') throw conflict(result.message ?? 'This parcel cannot be changed now.')
    return
  }
  await deps.outbox.change({ _id: shipment._id }, (month) => holdSlot(month, id, reason))
}

function holdSlot(month: Shipment, id: string, heldBecause: string | null) {
  const slot = month.draw?.find((one) => slotId(month._id, one) === id)
  if (slot === undefined) throw conflict('This parcel is not drawn any more. Please reload.')
  if (slot.parcelId !== null) throw conflict('This parcel was shipped already.')
  if ((slot.heldBecause ?? null) === heldBecause) return null
  const changed = (one: DrawnSlot) => (one === slot ? { ...one, heldBecause } : one)
  return { update: { $set: { draw: month.draw?.map(changed) } } }
}
