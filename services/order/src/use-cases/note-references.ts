import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'

/**
 * Records the references on the documents of an order's parcels, so that the operator can find the order by them. A parcel
 * has the reference that was drawn last, and a reference belongs to the parcel that got it last, so a repeat, or an
 * earlier event that is late, changes nothing.
 * @throws NotYet when the order of a plan's month does not exist here yet
 */
export async function noteReferences(
  { orderId, invoiceId, references, drawnAt }: EventData<'parcel-references-drawn'> & { drawnAt: Date },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const filter = orderId === null ? { invoiceId: invoiceId ?? '' } : { _id: orderId }
  const result = await outbox.change(filter, ({ references: noted = [] }) => {
    const drawn = references.filter(
      (one) => !noted.some((known) => isOf(known, one) && known.drawnAt >= drawnAt),
    )
    const kept = noted.filter((known) => !drawn.some((one) => isOf(known, one)))
    const added = drawn.map((one) => ({ ...one, drawnAt }))
    return added.length === 0 ? null : { update: { $set: { references: [...kept, ...added] } } }
  })
  if (result === null) throw new NotYet(`order of shipment with references, ${orderId ?? invoiceId}`)
}

type Reference = Pick<NonNullable<Order['references']>[number], 'parcelId' | 'reference'>

/** Same parcel, or same reference: that of a slot becomes that of the parcel shipped for it. */
const isOf = (known: Reference, one: Reference) =>
  known.parcelId === one.parcelId || known.reference === one.reference
