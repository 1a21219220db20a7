import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'

/**
 * Records the references on the documents of an order's parcels, so that the operator can find the order by them. A parcel
 * has the reference that was drawn last, so a repeat, or an earlier event that is late, changes nothing.
 * @throws NotYet when the order of a plan's month does not exist here yet
 */
export async function noteReferences(
  { orderId, invoiceId, references, drawnAt }: EventData<'parcel-references-drawn'> & { drawnAt: Date },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const filter = orderId === null ? { invoiceId: invoiceId ?? '' } : { _id: orderId }
  const result = await outbox.change(filter, ({ references: noted = [] }) => {
    const known = new Map(noted.map((one) => [one.parcelId, one]))
    const drawn = references.filter(({ parcelId }) => isOlder(known.get(parcelId), drawnAt))
    const replaced = new Set(drawn.map(({ parcelId }) => parcelId))
    const kept = noted.filter(({ parcelId }) => !replaced.has(parcelId))
    const added = drawn.map((one) => ({ ...one, drawnAt }))
    return added.length === 0 ? null : { update: { $set: { references: [...kept, ...added] } } }
  })
  if (result === null) throw new NotYet(`order of shipment with references, ${orderId ?? invoiceId}`)
}

/** Whether a known reference was drawn before this time. Those of earlier versions have no time. */
const isOlder = (known: NonNullable<Order['references']>[number] | undefined, time: Date) =>
  known === undefined || (known.drawnAt?.getTime() ?? 0) < time.getTime()
