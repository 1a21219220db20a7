import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'

type Recovered = Pick<EventData<'order-recovered'>, 'orderId' | 'ownerId' | 'isAnnounced'>

/**
 * Assigns the shipment of a guest's order to the customer who owns the order now, so that an export contains it, and the deletion
 * of the account erases it. An order that was imported as shipped has no shipment. One write: a repeat, also after a crash,
 * changes nothing.
 * @throws NotYet when the order's order-paid was emitted and has not arrived yet: the shipment would get no owner
 */
export async function adoptOrder(
  { orderId, ownerId, isAnnounced }: Recovered,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const result = await outbox.change({ orderId }, (shipment) =>
    shipment.ownerId === null ? { update: { $set: { ownerId } } } : null,
  )
  if (result === null && isAnnounced) throw new NotYet(`shipment of order ${orderId}`)
}
