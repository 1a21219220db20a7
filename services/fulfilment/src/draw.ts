import { isWithin } from '@prankpost/contracts'
import type { Pair } from '@prankpost/contracts/fair-draw'
import type { DrawPool } from './draw-pool.ts'
import { type DrawFields, drawRecorded } from './draw-record.ts'
import type { DrawnSlot } from './drawn-slot.ts'
import { countNeverSent, isLost } from './due-parcels.ts'
import type { Parcel } from './parcel.model.ts'
import { slotId } from './queue-entry.ts'
import type { Shipment } from './shipment.model.ts'

/** Whether parcels of a month were never sent and still are to be, so that its slots are drawn. */
export const isOpen = (month: Shipment): boolean =>
  month.withdrawnAt === null && !isLost(month) && countNeverSent(month) > 0

/** The fields of a month after a draw: its slots, and the record by which the draw is repeated. */
export type Redrawn = { draw: DrawnSlot[] } & Partial<DrawFields> & Pick<Shipment, 'references'>

/**
 * The complete draw of a month; null when it is complete already, or when no prank can be drawn. Slots that are shipped,
 * printed or still possible stay. A slot is drawn again when its prank is no longer on sale, its target was removed, one of
 * them is excluded now, or when there was no target and there is one now.
 */
export function completedDraw(month: Shipment, pool: DrawPool): Redrawn | null {
  const slots = slotsOf(month)
  const kept = slots.filter((slot) => isFixed(slot) || isPossible(slot, pool))
  const isKept = new Set(kept.map(({ slot }) => slot))
  const missing = numbersOf(month).filter((number) => !isKept.has(number))
  if (missing.length === 0 && month.draw !== undefined) return null
  const made = drawBeside(month, kept, missing.length, pool)
  if (made === null) return null
  const { drawn, fields } = made
  const known = new Map(slots.map((one) => [one.slot, one]))
  const added = missing.map((slot, index): DrawnSlot => {
    const earlier = known.get(slot)
    const isFirst = earlier === undefined || (earlier.contactId === null && earlier.cause !== 'replacement')
    const cause = isFirst ? 'month' : 'replacement'
    return { ...(drawn[index] as Drawn), slot, cause, parcelId: null, ...heldAs(earlier) }
  })
  return { draw: bySlot([...kept, ...added]), ...fields }
}

/**
 * The draw after one slot was drawn again, with another prank if there is one. The other slots stay.
 * @throws Error when the draw has no such slot
 */
export function swappedDraw(month: Shipment, slot: DrawnSlot, pool: DrawPool): Redrawn {
  const { draw = [] } = month
  const others = draw.filter((one) => one !== slot)
  const otherIds = pool.prankIds.filter((id) => id !== slot.prankId)
  const prankIds = otherIds.length > 0 ? otherIds : pool.prankIds
  const made = drawBeside(month, others, 1, { ...pool, prankIds })
  const [drawn] = made?.drawn ?? []
  if (drawn === undefined) return { draw }
  const swapped: DrawnSlot = { ...drawn, slot: slot.slot, cause: 'swap', parcelId: null, ...heldAs(slot) }
  return { draw: bySlot([...others, swapped]), ...made?.fields }
}

/**
 * The draw of a month in which nothing is sent to this address any more: slots for it are drawn again, also printed ones, whose
 * labels are not valid any more: the references on them are removed. Without another target they wait for one. Null when
 * there are none.
 */
export function drawWithout(month: Shipment, digest: string, pool: DrawPool): Redrawn | null {
  const isBlocked = (slot: DrawnSlot) => slot.parcelId === null && isWithin(slot.addressDigest, digest)
  if (!month.draw?.some(isBlocked)) return null
  const open = month.draw.map((slot): DrawnSlot => (isBlocked(slot) ? withoutTarget(slot) : slot))
  const targetIds = pool.targetIds.filter((id) => !isWithin(pool.targets.get(id)?.digest, digest))
  const drawn = completedDraw({ ...month, draw: open }, { ...pool, targetIds }) ?? { draw: open }
  return { ...drawn, ...withoutReferences(month, month.draw.filter(isBlocked)) }
}

/** The references of a month without those on the labels of these slots: their codes lead to no other parcel. */
function withoutReferences({ _id, references }: Shipment, slots: DrawnSlot[]): Pick<Shipment, 'references'> {
  if (references === undefined) return {}
  const ids = new Set(slots.map((slot) => slotId(_id, slot)))
  return { references: references.filter(({ parcelId }) => !ids.has(parcelId)) }
}

function withoutTarget({ printed: _label, addressDigest: _digest, ...slot }: DrawnSlot): DrawnSlot {
  return { ...slot, contactId: null, cause: 'replacement' }
}

/**
 * The slot for a parcel that the operator ships with the form: the slot drawn for this prank and target, else the first open
 * slot without a label, else the first open slot. Held slots are not used.
 */
export function slotFor(draw: DrawnSlot[], parcel: Parcel): DrawnSlot | undefined {
  const open = draw.filter(({ parcelId, heldBecause }) => parcelId === null && !heldBecause)
  return (
    open.find((slot) => isDrawnFor(slot, parcel)) ??
    open.find(({ printed }) => printed === undefined) ??
    open[0]
  )
}

const isDrawnFor = ({ prankId, contactId }: DrawnSlot, parcel: Parcel) =>
  prankId === parcel.prank.id && contactId === parcel.contactId

/**
 * The draw after a parcel was shipped for a slot, which gets the prank and the target of the parcel. The reference on
 * the label of the slot becomes that of the parcel. If the label was printed for others, the reference is removed.
 */
export function withShipped(month: Shipment, taken: DrawnSlot, parcel: Parcel): Redrawn {
  const { draw = [] } = month
  return {
    draw: draw.map((slot) => (slot.slot === taken.slot ? shippedSlot(slot.slot, parcel, slot.cause) : slot)),
    ...(isDrawnFor(taken, parcel)
      ? withReferenceFor(month, taken, parcel)
      : withoutReferences(month, [taken])),
  }
}

/** Empty when the slot has no reference, or when the parcel has the slot's id, as one that the queue ships. */
function withReferenceFor(
  { _id, references }: Shipment,
  slot: DrawnSlot,
  { id }: Parcel,
): Pick<Shipment, 'references'> {
  const former = slotId(_id, slot)
  if (former === id || !references?.some(({ parcelId }) => parcelId === former)) return {}
  return { references: references.map((one) => (one.parcelId === former ? { ...one, parcelId: id } : one)) }
}

const isFixed = ({ parcelId, printed }: DrawnSlot) => parcelId !== null || printed !== undefined

/** A slot that is drawn again stays held, unless it waited for a review of its target. */
const heldAs = (slot: DrawnSlot | undefined) =>
  slot?.heldBecause && !slot.review ? { heldBecause: slot.heldBecause } : {}

const shippedSlot = (slot: number, parcel: Parcel, cause: DrawnSlot['cause'] = 'month'): DrawnSlot => ({
  slot,
  prankId: parcel.prank.id,
  contactId: parcel.contactId,
  cause,
  parcelId: parcel.id,
})

/** The stored slots. Parcels that were shipped before the month was drawn have the first slots. */
const slotsOf = ({ draw, parcels }: Shipment): DrawnSlot[] =>
  draw ?? parcels.map((parcel, index) => shippedSlot(index + 1, parcel))

const numbersOf = ({ parcelsTotal }: Shipment) =>
  Array.from({ length: parcelsTotal }, (_, index) => index + 1)

const isPossible = ({ prankId, contactId }: DrawnSlot, { prankIds, targetIds }: DrawPool): boolean =>
  prankIds.includes(prankId) && (contactId === null ? targetIds.length === 0 : targetIds.includes(contactId))

type Drawn = Pick<DrawnSlot, 'prankId' | 'contactId' | 'addressDigest'>

/** Without a target the pranks are drawn all the same, so that the customer sees what waits. */
const noTarget = ''

/** Null when nothing can be drawn. Without a row to draw there is no record. */
function drawBeside(
  month: Shipment,
  slots: DrawnSlot[],
  count: number,
  { prankIds, targetIds, targets, sent, seed }: DrawPool,
): { drawn: Drawn[]; fields: Partial<DrawFields> } | null {
  if (count === 0) return { drawn: [], fields: {} }
  const taken = slots.map(({ prankId, contactId }): Pair => ({ prankId, contactId: contactId ?? noTarget }))
  const ids = targetIds.length > 0 ? targetIds : [noTarget]
  const made = drawRecorded(month, { count, targetIds: ids, prankIds, sent, taken }, seed)
  if (made === null) return null
  const drawn = made.drawn.map(({ prankId, contactId }) => {
    const digest = targets.get(contactId)?.digest
    return {
      prankId,
      contactId: contactId === noTarget ? null : contactId,
      ...(digest && { addressDigest: digest }),
    }
  })
  return { drawn, fields: made.fields }
}

const bySlot = (slots: DrawnSlot[]) => slots.toSorted((a, b) => a.slot - b.slot)
