import { drawShipments, type Pick as Pair } from '@prankpost/contracts/draw'
import { secureRandomBelow } from '@prankpost/contracts/random-below'
import type { DrawPool } from './draw-pool.ts'
import type { DrawnSlot } from './drawn-slot.ts'
import { countUnsent, isLost } from './due-parcels.ts'
import type { Parcel, Shipment } from './shipment.model.ts'

/** Whether parcels of a month are still to be sent, so that its slots are drawn. */
export const isOpen = (month: Shipment): boolean =>
  month.withdrawnAt === null && !isLost(month) && countUnsent(month) > 0

/**
 * The complete draw of a month; null when it is complete already, or when no prank can be drawn. Slots that are shipped
 * or still possible stay. A slot is drawn again when its prank is no longer on sale, its target was removed, one of
 * them is excluded now, or when there was no target and there is one now.
 */
export function completedDraw(month: Shipment, pool: DrawPool): DrawnSlot[] | null {
  const slots = slotsOf(month)
  const kept = slots.filter((slot) => slot.parcelId !== null || isPossible(slot, pool))
  const isKept = new Set(kept.map(({ slot }) => slot))
  const missing = numbersOf(month).filter((number) => !isKept.has(number))
  if (missing.length === 0 && month.draw !== undefined) return null
  const drawn = drawBeside(kept, missing.length, pool)
  if (drawn.length < missing.length) return null
  const known = new Map(slots.map((one) => [one.slot, one]))
  const added = missing.map((slot, index): DrawnSlot => {
    const earlier = known.get(slot)
    const cause = earlier === undefined || earlier.contactId === null ? 'month' : 'replacement'
    return { ...(drawn[index] as Drawn), slot, cause, parcelId: null }
  })
  return bySlot([...kept, ...added])
}

/**
 * The draw after one slot was drawn again, with another prank if there is one. The other slots stay.
 * @throws Error when the draw has no such slot
 */
export function swappedDraw(draw: DrawnSlot[], slot: DrawnSlot, pool: DrawPool): DrawnSlot[] {
  const others = draw.filter((one) => one !== slot)
  const otherIds = pool.prankIds.filter((id) => id !== slot.prankId)
  const prankIds = otherIds.length > 0 ? otherIds : pool.prankIds
  const [drawn] = drawBeside(others, 1, { ...pool, prankIds })
  if (drawn === undefined) return draw
  return bySlot([...others, { ...drawn, slot: slot.slot, cause: 'swap', parcelId: null }])
}

/**
 * The draw after a parcel was shipped: it takes the slot that was drawn for it, else the first open one. The slot gets
 * the prank and the target of the parcel.
 */
export function withShipped(draw: DrawnSlot[], parcel: Parcel): DrawnSlot[] {
  const open = draw.filter(({ parcelId }) => parcelId === null)
  const isDrawn = ({ prankId, contactId }: DrawnSlot) =>
    prankId === parcel.prank.id && contactId === parcel.contactId
  const taken = open.find(isDrawn) ?? open[0]
  return draw.map((slot) => (slot === taken ? shippedSlot(slot.slot, parcel, slot.cause) : slot))
}

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

type Drawn = Pick<DrawnSlot, 'prankId' | 'contactId'>

/** Without a target the pranks are drawn all the same, so that the customer sees what waits. */
const noTarget = ''

function drawBeside(slots: DrawnSlot[], count: number, { prankIds, targetIds, sent }: DrawPool): Drawn[] {
  const taken = slots.map(({ prankId, contactId }): Pair => ({ prankId, contactId: contactId ?? noTarget }))
  const ids = targetIds.length > 0 ? targetIds : [noTarget]
  return drawShipments({ count, targetIds: ids, prankIds, sent, taken }, secureRandomBelow).map(
    ({ prankId, contactId }) => ({ prankId, contactId: contactId === noTarget ? null : contactId }),
  )
}

const bySlot = (slots: DrawnSlot[]) => slots.toSorted((a, b) => a.slot - b.slot)
