import type { EventData, OrderStatus } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { countUnsent, dueUpdate, isUnsent } from '../due-parcels.ts'
import type { Parcel } from '../parcel.model.ts'
import { isNotLater, withOrderParcels } from '../parcels-of-order.ts'
import type { Shipment } from '../shipment.model.ts'
import { sendOff } from '../shipped-parcel.ts'
import { applyOrderParcels } from './change-order-parcels.ts'

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

/** Of events of earlier versions, which contain no parcels: never newer than the stored state. */
const unknownParcels = { parcelsRevision: 0, parcels: [] }

/**
 * Applies the status that the operator gives a one-time order, after the state of its parcels in the event: a withdrawn
 * parcel is never shipped, and the others are shipped to their corrected address. `shipped` or `delivered`: every
 * remaining parcel is marked as shipped, with one event each, in the same write. Back to an unpaid status: no parcel is
 * due; paid again: its parcels are due again. A repeat changes nothing, and of two changes out of order the later one
 * applies.
 *
 * A shipped parcel stays shipped: changes from `shipped` and `delivered` are ignored. Of a change between two unpaid statuses, or
 * two in which parcels are due, only the state of the parcels counts. Every other change concerns an order whose order-paid was
 * emitted before it or in the same write.
 * @throws NotYet when that order-paid has not arrived yet
 */
export async function followOrderStatus(
  { orderId, type, from, to, at, current = unknownParcels }: EventData<'order-status-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const state = parcelStates[to]
  if (type !== 'once' || parcelStates[from] === 'shipped') return
  const isSame = parcelStates[from] === state
  const time = new Date(at)
  const result = await outbox.change({ orderId }, (stored) => {
    const applied = withOrderParcels(stored, current, time)
    const shipment = { ...stored, ...applied.fields }
    const change = state === 'shipped' ? shipAll(shipment, time) : setDue(shipment, state, time)
    if (isSame || change === null) return applyOrderParcels(stored, current, time)
    return { ...change, events: [...applied.events, ...(change.events ?? [])] }
  })
  if (result === null && !isSame) throw new NotYet(`shipment of order ${orderId}`)
}

type Current = Shipment & { parcelsRevision: number }

/**
 * Applies even when the change arrives late, or while a dispute is open: order decided that the parcels were sent,
 * whatever status followed. A parcel that is sent again since then stays unsent.
 */
function shipAll(shipment: Current, at: Date): Change<Shipment> | null {
  const isMeant = (parcel: Parcel) => isUnsent(parcel) && !isNotLater(at, parcel)
  if (!shipment.parcels.some(isMeant)) return null
  let number = shipment.parcels.filter(({ shippedAt }) => shippedAt !== null).length
  const sent = shipment.parcels.map((parcel) =>
    isMeant(parcel) ? sendOff(shipment, parcel, { number: ++number, at }) : { parcel, event: null },
  )
  const after = { ...shipment, parcels: sent.map(({ parcel }) => parcel), withdrawnAt: null }
  const { $set, ...due } = dueUpdate(after)
  const { parcels, parcelsRevision } = after
  return {
    update: { ...due, $set: { ...$set, parcels, parcelsRevision, lastShippedAt: at, withdrawnAt: null } },
    events: sent.flatMap(({ event }) => event ?? []),
  }
}

function setDue(shipment: Current, state: 'unpaid' | 'due', at: Date): Change<Shipment> | null {
  const isLate = shipment.statusAt !== undefined && shipment.statusAt >= at
  if (countUnsent(shipment) === 0 || isLate) return null
  const withdrawnAt = state === 'unpaid' ? at : null
  const { $set, ...due } = dueUpdate({ ...shipment, withdrawnAt })
  const { parcels, parcelsRevision } = shipment
  return { update: { ...due, $set: { ...$set, parcels, parcelsRevision, withdrawnAt, statusAt: at } } }
}
