import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'

/**
 * Records the references on the documents of an order's parcels, so that the operator can find the order by them. A
 * repeat changes nothing: the reference of a parcel never changes.
 * @throws NotYet when the order of a plan's month does not exist here yet
 */
export async function noteReferences(
  { orderId, invoiceId, references }: EventData<'parcel-references-drawn'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const filter = orderId === null ? { invoiceId: invoiceId ?? '' } : { _id: orderId }
  const result = await outbox.change(filter, ({ references: noted = [] }) => {
    const known = new Set(noted.map(({ parcelId }) => parcelId))
    const added = references.filter(({ parcelId }) => !known.has(parcelId))
    return added.length === 0 ? null : { update: { $set: { references: [...noted, ...added] } } }
  })
  if (result === null) throw new NotYet(`order of shipment with references, ${orderId ?? invoiceId}`)
}
