import { erasedAddress } from '@prankpost/contracts'
import { conflict, mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { DrawnSlot } from '../drawn-slot.ts'
import type { Parcel } from '../parcel.model.ts'
import { entriesOf, slotId } from '../queue-entry.ts'
import type { FoundParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { nothingPrinted } from './pack-orders.ts'

/** What is printed for a slot of a plan. */
export type Content = Pick<Required<DrawnSlot>, 'contactId' | 'prankId'> & Pick<Parcel, 'prank' | 'contact'>

/**
 * Marks parcels as printed, each shipment in one write: they become `label_printed`, and count their prints.
 * @throws 409 when one of them is held or withdrawn, or was drawn again since `contents` were read
 */
export async function markPrinted(
  found: FoundParcel[],
  contents: Map<string, Content>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const asked = new Set(found.map(({ entry }) => entry.id))
  await mapAtOnce(shipmentsOf(found), ({ _id }) =>
    outbox.change({ _id }, (shipment) => marked(shipment, asked, contents)),
  )
}

export const shipmentsOf = (found: FoundParcel[]): Shipment[] => [
  ...new Map(found.map(({ shipment }) => [String(shipment._id), shipment])).values(),
]

/** @throws 409 when some are held or withdrawn */
export function checkPrintable(found: Pick<FoundParcel, 'entry'>[]): void {
  const reasons = found.flatMap(({ entry }) => whyNotPrint(entry) ?? [])
  if (reasons.length > 0) throw conflict(nothingPrinted(reasons))
}

function whyNotPrint({ state, heldBecause, contact }: FoundParcel['entry']): string | null {
  const which = `The parcel ${contact === null ? 'of a plan' : `for ${contact.name}`}`
  if (state === 'withdrawn') return `${which} was withdrawn.`
  if (contact?.name === erasedAddress.name)
    return 'The address of a parcel was erased with the account of its sender.'
  return state === 'held' ? `${which} is held: ${heldBecause}` : null
}

/** The write that marks parcels as printed. @throws 409 when one of them was held, withdrawn or drawn again meanwhile */
function marked(shipment: Shipment, asked: Set<string>, contents: Map<string, Content>) {
  const at = new Date()
  const entries = entriesOf(shipment).filter(({ id }) => asked.has(id))
  checkPrintable(entries.map((entry) => ({ entry })))
  const isAsked = new Set(entries.map(({ parcelId }) => parcelId))
  const parcels = shipment.parcels.map((parcel) =>
    isAsked.has(parcel.id)
      ? { ...parcel, printedAt: parcel.printedAt ?? at, prints: (parcel.prints ?? 0) + 1 }
      : parcel,
  )
  const draw = shipment.draw?.map((slot): DrawnSlot => {
    const id = slotId(shipment._id, slot)
    if (slot.parcelId !== null || !isAsked.has(id)) return slot
    return { ...slot, printed: printedOf(slot, contents.get(id), at) }
  })
  return { update: { $set: { parcels, ...(draw && { draw }) } } }
}

function printedOf(slot: DrawnSlot, content: Content | undefined, at: Date): DrawnSlot['printed'] {
  if (slot.printed !== undefined) return { ...slot.printed, count: slot.printed.count + 1 }
  if (content === undefined || content.prankId !== slot.prankId || content.contactId !== slot.contactId) {
    throw conflict(nothingPrinted(['A parcel of a plan was drawn again meanwhile. Please reload.']))
  }
  return { at, count: 1, prank: content.prank, contact: content.contact }
}
