import { type ParcelChange, type ParcelChangesAnswer, parcelChangesAnswer } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { withMonthParcels } from '../parcels-of-order.ts'
import type { FoundParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { applyOrderParcels } from './change-order-parcels.ts'

type Result = ParcelChangesAnswer['orders'][number]['results'][number]
/** A change of a parcel in the queue. */
export type Wanted = FoundParcel & { change: Omit<ParcelChange, 'parcelId'> }

/** Order writes each order within the timeout of one call. */
const ordersPerCall = 50

/**
 * Lets order decide about changes of parcels, and applies the present state of the parcels of one-time orders. Order's
 * event reports the same state: when the process dies before it is applied here, the event applies it. Returns the
 * outcome of each change by the parcel's id in the queue. A plan's parcel is sent again by parcel-sent-again then.
 * @throws 503 when order is unavailable; the changes of a call may then have been made, and a repeat finds them
 */
export async function changeAtOrder(
  wanted: Wanted[],
  { order, outbox }: Pick<Deps, 'order' | 'outbox'>,
): Promise<Map<string, Result>> {
  const byShipment = new Map<string, Wanted[]>()
  for (const one of wanted) {
    const key = String(one.shipment._id)
    byShipment.set(key, [...(byShipment.get(key) ?? []), one])
  }
  const groups = [...byShipment.values()]
  const results = new Map<string, Result>()
  for (let from = 0; from < groups.length; from += ordersPerCall) {
    const batch = groups.slice(from, from + ordersPerCall)
    const answer = await order.post('/internal/parcels/change', parcelChangesAnswer, {
      orders: batch.map(requestOf),
    })
    checkpoint('fulfilment:order-parcels-decided')
    await mapAtOnce([...batch.entries()], async ([index, group]) => {
      const answered = answer.orders[index]
      const shipment = group[0]?.shipment
      if (answered === undefined || shipment === undefined) return
      await applyState(shipment, answered, outbox)
      for (const [n, { entry }] of group.entries()) {
        const result = answered.results[n]
        if (result !== undefined) results.set(entry.id, result)
      }
    })
  }
  return results
}

const requestOf = (group: Wanted[]) => {
  const { orderId = null, invoiceId = null } = group[0]?.shipment ?? {}
  return {
    orderId,
    invoiceId,
    changes: group.map(({ entry, change }) => ({ ...change, parcelId: entry.parcelId })),
  }
}

/** Applies order's answer to the stored parcels, of a plan's month to those that are sent again; see `changeAtOrder`. */
export async function applyState(
  shipment: Shipment,
  state: ParcelChangesAnswer['orders'][number],
  outbox: Deps['outbox'],
): Promise<void> {
  await outbox.change({ _id: shipment._id }, (now) =>
    now.orderId === undefined
      ? withMonthParcels(now, state.parcels, new Date())
      : applyOrderParcels(now, state, new Date()),
  )
}
