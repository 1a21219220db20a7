import { createHash } from 'node:crypto'
import { heldForReview, type ScreeningMatch } from '@prankpost/contracts'
import { screen } from '@prankpost/screening'
import type { Deps } from '../deps.ts'
import type { DrawnSlot } from '../drawn-slot.ts'
import { forEach } from '../for-each.ts'
import { slotId } from '../queue-entry.ts'
import type { FoundParcel } from '../queued-parcels.ts'
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
  await forEach(found, async ({ shipment, entry }) => {
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

const heldSlot = (slot: DrawnSlot, reviewKey: string, review: ScreeningMatch[]): DrawnSlot => ({
  ...{ ...slot, reviewKey, review },
  heldBecause: slot.heldBecause ?? heldForReview,
})

const reviewKeyOf = ({ contact: { name, address, address2, zipCode } }: Content) =>
  createHash('sha256')
    .update(JSON.stringify([name, address, address2 ?? null, zipCode]))
    .digest('base64url')
