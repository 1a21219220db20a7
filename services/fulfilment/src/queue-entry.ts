import {
  type Carrier,
  type ParcelState,
  type ScreeningMatch,
  shippingPromiseHours,
} from '@prankpost/contracts'
import { searchTermsOf } from '@prankpost/service-kit'
import type { DrawnSlot } from './drawn-slot.ts'
import { isHeld, isLost, isUnsent, isWithdrawn, promisedSince, promisedUntil } from './due-parcels.ts'
import type { Parcel, ParcelAddress } from './parcel.model.ts'
import type { QueueRow, Shipment } from './shipment.model.ts'

/** A parcel in the operator's queue: a parcel of a one-time order, or a slot of the draw of a plan's month. */
export interface QueueEntry {
  /** Of an order the parcel's id; of a plan `<shipment>-<slot>`, also when the parcel has another id. */
  id: string
  /** The parcel's id in events; of a slot that was not shipped the one that it gets. */
  parcelId: string
  state: ParcelState
  prankId: string
  /** Null for a slot whose label was not printed: only its prank's id is known here. */
  prank: Parcel['prank'] | null
  quantity: number
  contact: ParcelAddress | null
  reference: string | null
  printedAt: Date | null
  prints: number
  shippedAt: Date | null
  deliveredAt: Date | null
  returnedAt: Date | null
  heldBecause: string | null
  /** What a person has to review before it is sent; null when nothing is left to review. */
  review: ScreeningMatch[] | null
  carrier: Carrier | null
  trackingNumber: string | null
  /** Until when it is to be shipped, and the day by which its customer wants it to arrive. */
  shipBy: Date
  arriveBy: string | null
}

type Stored = Omit<Shipment, 'outbox' | 'revision' | 'outboxDueAt'>

/** The parcels of a shipment in the queue, in their order. A month that is not drawn yet has only its shipped parcels. */
export function entriesOf(shipment: Stored): QueueEntry[] {
  const { _id, orderId, parcels, draw } = shipment
  const references = new Map(shipment.references?.map(({ parcelId, reference }) => [parcelId, reference]))
  const entryOf = (parcel: Parcel, id: string): QueueEntry => ({
    id,
    parcelId: parcel.id,
    state: stateOf(shipment, parcel),
    prankId: parcel.prank.id,
    prank: parcel.prank,
    quantity: parcel.quantity,
    contact: parcel.contact,
    reference: references.get(id) ?? references.get(parcel.id) ?? null,
    printedAt: parcel.printedAt ?? null,
    prints: parcel.prints ?? 0,
    shippedAt: parcel.shippedAt,
    deliveredAt: parcel.deliveredAt ?? null,
    returnedAt: parcel.returnedAt ?? null,
    heldBecause: parcel.shippedAt === null ? (parcel.heldBecause ?? disputeOf(shipment)) : null,
    review: isUnsent(parcel) ? (parcel.review ?? null) : null,
    carrier: parcel.carrier ?? null,
    trackingNumber: parcel.trackingNumber,
    shipBy: promisedUntil(shipment, parcel),
    arriveBy: parcel.arriveBy ?? null,
  })
  if (orderId !== undefined || draw === undefined) return parcels.map((parcel) => entryOf(parcel, parcel.id))
  return draw.flatMap((slot) => {
    const id = slotId(_id, slot)
    if (slot.parcelId === null) return openSlot(shipment, slot, references.get(id) ?? null)
    const parcel = parcels.find((one) => one.id === slot.parcelId)
    return parcel === undefined ? [] : entryOf(parcel, id)
  })
}

/** The id of a slot in the queue, and of the parcel that is shipped for it from the queue. */
export const slotId = (shipmentId: unknown, { slot }: Pick<DrawnSlot, 'slot'>): string =>
  `${shipmentId}-${slot}`

function openSlot(shipment: Stored, slot: DrawnSlot, reference: string | null): QueueEntry {
  const { printed } = slot
  const noTarget = slot.contactId === null ? 'The customer has no target for it yet.' : null
  const heldBecause = slot.heldBecause ?? disputeOf(shipment) ?? noTarget
  const id = slotId(shipment._id, slot)
  return {
    id,
    parcelId: id,
    state: isOver(shipment)
      ? 'withdrawn'
      : heldBecause !== null
        ? 'held'
        : printed === undefined
          ? 'to_pack'
          : 'label_printed',
    prankId: slot.prankId,
    prank: printed?.prank ?? null,
    quantity: 1,
    contact: printed?.contact ?? null,
    reference,
    printedAt: printed?.at ?? null,
    prints: printed?.count ?? 0,
    shippedAt: null,
    deliveredAt: null,
    returnedAt: null,
    heldBecause,
    review: slot.review ?? null,
    carrier: null,
    trackingNumber: null,
    shipBy: promisedUntil(shipment, {}),
    arriveBy: null,
  }
}

function stateOf(shipment: Stored, parcel: Parcel): ParcelState {
  if (parcel.shippedAt !== null) {
    return parcel.returnedAt ? 'returned' : parcel.deliveredAt ? 'delivered' : 'shipped'
  }
  if (isWithdrawn(parcel) || isOver(shipment)) return 'withdrawn'
  if (isHeld(shipment) || parcel.heldBecause) return 'held'
  return parcel.printedAt ? 'label_printed' : 'to_pack'
}

/** Whether nothing more of a shipment is sent. */
const isOver = (shipment: Stored) => shipment.withdrawnAt !== null || isLost(shipment)

const disputeOf = (shipment: Stored) =>
  isHeld(shipment) ? 'A dispute about the payment is open: it waits for the bank.' : null

/** The fields by which the queue finds the parcels of a shipment. */
export function queueFields(shipment: Stored): { queue: QueueRow[]; shipBy: Date } {
  return {
    queue: entriesOf(shipment).map(({ id, state, prankId, contact, reference, trackingNumber, shipBy }) => ({
      id,
      state,
      prankId,
      region: contact?.state || null,
      terms: searchTermsOf([contact?.name, reference, trackingNumber]),
      shipBy,
    })),
    shipBy: new Date(promisedSince(shipment).getTime() + shippingPromiseHours * 3_600_000),
  }
}
