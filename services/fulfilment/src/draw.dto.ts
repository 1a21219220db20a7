import { type DrawnPrank, type DrawTarget, maxSwapsPerMonth } from '@prankpost/contracts'
import { isOpen } from './draw.ts'
import type { DrawPool } from './draw-pool.ts'
import { pairKey } from './drawn-pairs.ts'
import type { DrawnSlot } from './drawn-slot.ts'
import type { Shipment } from './shipment.model.ts'

/** Whether the customer may have a slot drawn again. */
export const isSwapLeft = ({ swaps = 0 }: Pick<Shipment, 'swaps'>): boolean => swaps < maxSwapsPerMonth

/** The draw of a month, as its customer sees it. Slots that will never be sent are left out. */
export function describeDraw(month: Shipment, pool: DrawPool): DrawnPrank[] {
  const open = isOpen(month)
  const described = (month.draw ?? []).flatMap((slot) =>
    slot.parcelId !== null
      ? describeShipped(slot, month)
      : open
        ? describeOpen(slot, isSwapLeft(month), pool)
        : [],
  )
  return described.map((one) => ({ ...one, drawId: month.drawId ?? null }))
}

type Described = Omit<DrawnPrank, 'drawId'>

function describeShipped({ slot, parcelId }: DrawnSlot, { parcels }: Shipment): Described[] {
  const parcel = parcels.find(({ id }) => id === parcelId)
  if (parcel === undefined) return []
  const { prank, contactId, contact, shippedAt } = parcel
  const { name, city, state } = contact
  return [
    {
      slot,
      prank: { id: prank.id, name: prank.name, image: prank.image },
      contact: contactId === null ? null : { id: contactId, name, city, state },
      why: contactId === null ? 'It was sent.' : `It was sent to ${name}.`,
      canSwap: false,
      shippedAt: shippedAt?.toISOString() ?? null,
    },
  ]
}

function describeOpen(slot: DrawnSlot, isLeft: boolean, pool: DrawPool): Described[] {
  const prank = pool.pranks.get(slot.prankId)
  // Its prank was taken off sale and there is no other: the next read draws it again.
  if (prank === undefined) return []
  const target = slot.contactId === null ? undefined : pool.targets.get(slot.contactId)
  return [
    {
      slot: slot.slot,
      prank: { id: prank.prankId, name: prank.name, image: prank.image },
      contact: target === undefined ? null : shownTarget(target),
      why: target === undefined ? whyNoTarget(pool) : whyDrawn(slot, target.name, pool),
      canSwap: isLeft && target !== undefined && slot.printed === undefined,
      shippedAt: null,
    },
  ]
}

/** Neither the digest of the address, nor why a target gets no parcel, is for customers. */
const shownTarget = ({ id, name, city, state }: DrawTarget) => ({ id, name, city, state })

const whyNoTarget = ({ targets }: DrawPool) =>
  targets.size === 0
    ? 'Your address book is empty. Add a target, and we draw who gets this one.'
    : [...targets.values()].some(({ mayGet }) => !mayGet)
      ? 'None of your targets can get a parcel at the moment. Add another one, and we draw who gets this one.'
      : 'All your targets are left out of the draw. Allow one, and we draw who gets this one.'

const openings = {
  month: '',
  swap: 'You asked for another one. ',
  replacement: 'What we drew first is not possible any more. ',
} as const

function whyDrawn(
  { prankId, contactId, cause }: DrawnSlot,
  name: string,
  { sent, earlier }: DrawPool,
): string {
  const last = earlier.get(pairKey({ prankId, contactId: contactId ?? '' }))
  const since = last === undefined ? 'in the last 6 months' : `since ${monthName(last)}`
  const had = sent.some((one) => one.prankId === prankId && one.contactId === contactId)
  return had
    ? `${openings[cause]}${name} had this one in the last 6 months, but nothing else was left to draw.`
    : `${openings[cause]}Drawn at random: ${name} has not had this one ${since}.`
}

/** `May`, or `May 2025` of another year. */
function monthName(at: Date): string {
  const year = at.getUTCFullYear() === new Date().getUTCFullYear() ? {} : { year: 'numeric' as const }
  return at.toLocaleString('en-US', { month: 'long', timeZone: 'UTC', ...year })
}
