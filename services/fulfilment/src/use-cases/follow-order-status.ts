import type { EventData, OrderStatus } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { dueUpdate, type Shipment } from '../shipment.model.ts'
import { sendOff } from '../shipped-parcel.ts'

/** What an order's status says of its parcels: not to be sent, to be sent, gone. */
const standings = {
  pending: 'unpaid',
  payment_failed: 'unpaid',
  cancelled: 'unpaid',
  paid: 'due',
  processing: 'due',
  shipped: 'gone',
  delivered: 'gone',
} as const satisfies Record<OrderStatus, string>

/**
 * Follows the status that the operator gives a one-time order. `shipped`, or `delivered` right away:
 * every parcel that was still here has left, told of one by one in the same write. Back to an unpaid
 * status: nothing is due of it; paid again: it is due again. A repeat changes nothing, and of two
 * changes in disorder the later one holds.
 *
 * What left stays gone: no status brings a parcel back, so changes from `shipped` and `delivered` are
 * passed over, and so are those that leave the parcels as they were. Every other change is of an order
 * that was announced as paid, before or in the same write, by whoever made it paid.
 * @throws NotYet when that announcement has not come yet
 */
export async function followOrderStatus(
  { orderId, type, from, to, at }: EventData<'order-status-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const standing = standings[to]
  if (type !== 'once' || standings[from] === 'gone' || standings[from] === standing) return
  const result = await outbox.change({ orderId }, (shipment) =>
    standing === 'gone' ? sendAll(shipment, new Date(at)) : hold(shipment, standing, new Date(at)),
  )
  if (result === null) throw new NotYet(`shipment of order ${orderId}`)
}

/** Whenever it is heard of: that they were sent stays true, whatever status came after it. */
function sendAll(shipment: Shipment, at: Date): Change<Shipment> | null {
  let number = shipment.parcels.filter(({ shippedAt }) => shippedAt !== null).length
  if (number === shipment.parcels.length) return null
  const sent = shipment.parcels.map((parcel) =>
    parcel.shippedAt === null ? sendOff(shipment, parcel, { number: ++number, at }) : { parcel, event: null },
  )
  const { $set, ...due } = dueUpdate(0, shipment)
  const parcels = sent.map(({ parcel }) => parcel)
  return {
    update: { ...due, $set: { ...$set, parcels, lastShippedAt: at, withdrawnAt: null } },
    events: sent.flatMap(({ event }) => event ?? []),
  }
}

function hold(shipment: Shipment, standing: 'unpaid' | 'due', at: Date): Change<Shipment> | null {
  const parcelsLeft = shipment.parcels.filter(({ shippedAt }) => shippedAt === null).length
  const isLate = shipment.statusAt !== undefined && shipment.statusAt >= at
  if (parcelsLeft === 0 || isLate) return null
  const withdrawnAt = standing === 'unpaid' ? at : null
  const { $set, ...due } = dueUpdate(parcelsLeft, { ...shipment, withdrawnAt })
  return { update: { ...due, $set: { ...$set, withdrawnAt, statusAt: at } } }
}
