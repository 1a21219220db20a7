import type { EventData, OrderStatus } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { dueUpdate, type Shipment } from '../shipment.model.ts'
import { sendOff } from '../shipped-parcel.ts'

/** The state of an order's parcels for each order status. */
const parcelStates = {
  pending: 'unpaid',
  payment_failed: 'unpaid',
  cancelled: 'unpaid',
  paid: 'due',
  processing: 'due',
  shipped: 'shipped',
  delivered: 'shipped',
} as const satisfies Record<OrderStatus, string>

/**
 * Applies the status that the operator gives a one-time order. `shipped` or `delivered`: every remaining parcel is
 * marked as shipped, with one event each, in the same write. Back to an unpaid status: no parcel is due; paid again:
 * its parcels are due again. A repeat changes nothing, and of two changes out of order the later one applies.
 *
 * A shipped parcel stays shipped: changes from `shipped` and `delivered` are ignored, and so are changes that do not
 * affect the parcels. Every other change concerns an order whose order-paid was emitted before it or in the same write.
 * @throws NotYet when that order-paid has not arrived yet
 */
export async function followOrderStatus(
  { orderId, type, from, to, at }: EventData<'order-status-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const state = parcelStates[to]
  if (type !== 'once' || parcelStates[from] === 'shipped' || parcelStates[from] === state) return
  const result = await outbox.change({ orderId }, (shipment) =>
    state === 'shipped' ? shipAll(shipment, new Date(at)) : setDue(shipment, state, new Date(at)),
  )
  if (result === null) throw new NotYet(`shipment of order ${orderId}`)
}

/** Applies even when the change arrives late: the parcels were sent, whatever status followed. */
function shipAll(shipment: Shipment, at: Date): Change<Shipment> | null {
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

function setDue(shipment: Shipment, state: 'unpaid' | 'due', at: Date): Change<Shipment> | null {
  const parcelsLeft = shipment.parcels.filter(({ shippedAt }) => shippedAt === null).length
  const isLate = shipment.statusAt !== undefined && shipment.statusAt >= at
  if (parcelsLeft === 0 || isLate) return null
  const withdrawnAt = state === 'unpaid' ? at : null
  const { $set, ...due } = dueUpdate(parcelsLeft, { ...shipment, withdrawnAt })
  return { update: { ...due, $set: { ...$set, withdrawnAt, statusAt: at } } }
}
