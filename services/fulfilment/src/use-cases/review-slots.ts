import { createHash } from 'node:crypto'
import { heldForReview, type ScreeningMatch } from '@prankpost/contracts'
import { screen } from '@prankpost/screening'
import { mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { DrawnSlot } from '../drawn-slot.ts'
import { slotId } from '../queue-entry.ts'
import type { FoundParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import type { Content } from './mark-printed.ts'

/**
 * Screens the addresses that are about to be printed for slots of plans, and holds the slots that a person must review first.
 * An address that was released is not reviewed again. One conditional write for each slot; a repeat changes nothing. Returns
 * how many were held.
 */
export async function holdForReview(
  found: FoundParcel[],
  contents: Map<string, Content>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<number> {
  let held = 0
  await mapAtOnce(found, async ({ shipment, entry }) => {
    const content = contents.get(entry.id)
    const { matches } = content ? screen({ message: null, address: content.contact }) : { matches: [] }
    if (content === undefined || matches.length === 0) return
    await outbox.change({ _id: shipment._id }, (month) => {
      const slot = month.draw?.find((one) => slotId(month._id, one) === entry.id)
      const key = reviewKeyOf(content)
      if (slot === undefined || slot.reviewKey === key || slot.contactId !== content.contactId) return null
      held++
      return {
        update: {
          $set: { draw: month.draw?.map((one) => (one === slot ? heldSlot(slot, key, matches) : one)) },
        },
      }
    })
  })
  return held
}

/**
 * Why a person must review the address of a parcel before it is shipped in this month, for the operator; null when nothing was
 * found, or when a slot for the same address was released.
 */
export function whyReview(month: Shipment, { contact }: Pick<Content, 'contact'>): string | null {
  const { matches } = screen({ message: null, address: contact })
  const key = reviewKeyOf({ contact })
  const isReleased = month.draw?.some(
    ({ reviewKey, review, parcelId }) => reviewKey === key && !review && parcelId === null,
  )
  if (matches.length === 0 || isReleased) return null
  const found = [...new Set(matches.map(({ kind }) => kind))].join(', ')
  return (
    `${contact.name} must be reviewed before anything is sent there (${found} in the address). Print its label in the parcel ` +
    'queue: then an operator who answers customers can release it.'
  )
}

const heldSlot = (slot: DrawnSlot, reviewKey: string, review: ScreeningMatch[]): DrawnSlot => ({
  ...{ ...slot, reviewKey, review },
  heldBecause: slot.heldBecause ?? heldForReview,
})

const reviewKeyOf = ({ contact: { name, address, address2, zipCode } }: Pick<Content, 'contact'>) =>
  createHash('sha256')
    .update(JSON.stringify([name, address, address2 ?? null, zipCode]))
    .digest('base64url')
