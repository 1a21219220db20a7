import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { dueUpdate } from '../due-parcels.ts'
import type { Dispute, Shipment } from '../shipment.model.ts'

/**
 * Follows a dispute about the payment of an order or of a plan's month, in one write. While it is open nothing of the
 * shipment is due, and a month is not shipped. Won: it is due again since its payment. Lost: nothing of it is due any
 * more. Whether a one-time order is shipped is decided by order, so its parcels are only not due here.
 *
 * A repeat changes nothing. A closed dispute stays closed when its opening arrives later. Sent parcels do not change.
 * @throws NotYet when the payment is not known here yet
 */
export async function followDispute(
  change: EventData<'dispute-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const { orderId, invoiceId } = change
  // A payment of neither kind, such as a second payment of an order that was refunded at once, has no shipment.
  const filter = orderId !== null ? { orderId } : invoiceId !== null ? { invoiceId } : null
  if (filter === null) return
  const result = await outbox.change(filter, (shipment) => {
    const disputes = withDispute(shipment, disputeOf(change))
    if (disputes === null) return null
    const heldAt = heldSince(disputes)
    const { $set, ...due } = dueUpdate({ ...shipment, disputes, heldAt })
    return { update: { ...due, $set: { ...$set, disputes, heldAt } } }
  })
  if (result === null) throw new NotYet(`shipment of ${orderId ?? invoiceId}`)
}

export const disputeOf = ({ disputeId, status, at }: EventData<'dispute-changed'>): Dispute => ({
  id: disputeId,
  status,
  at: new Date(at),
})

/** The disputes with this one in its newest status; null when it is known already, or when a newer status is known. */
export function withDispute(
  { disputes = [] }: Pick<Shipment, 'disputes'>,
  dispute: Dispute,
): Dispute[] | null {
  const known = disputes.find(({ id }) => id === dispute.id)
  if (known === undefined) return [...disputes, dispute]
  const isOld = dispute.status === 'open' || (known.status !== 'open' && known.at >= dispute.at)
  return isOld || known.status === dispute.status
    ? null
    : disputes.map((one) => (one === known ? dispute : one))
}

/** Since when the first of the open disputes is open; null when none is. */
function heldSince(disputes: Dispute[]): Date | null {
  const open = disputes.filter(({ status }) => status === 'open').map(({ at }) => at.getTime())
  return open.length === 0 ? null : new Date(Math.min(...open))
}
