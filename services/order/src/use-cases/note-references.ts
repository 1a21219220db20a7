import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'

/**
 * Notes the references that the papers of an order's parcels show, so that the operator finds the order by them.
 * A repeat changes nothing: a parcel has one reference for good.
 * @throws NotYet when the order of a plan's month is not known here yet
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
