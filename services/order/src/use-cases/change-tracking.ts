import {
  type AdminOrder,
  type Carrier,
  carrierOf,
  type ItemTrackingPatch,
  isPoBox,
} from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import { conflict, invalid, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { isErased } from '../forget-addresses.ts'
import { type Order, statusEntry } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { hasTrackingOf, reportsOf } from '../parcel-reports.ts'
import { fullContact, isItemSent, parcelFields, statusWithDeliveries } from '../parcels.ts'
import { parcelsChanged, statusChanged } from '../reports.ts'
import { readAdminOrder } from './read-admin-order.ts'

interface ChangeTrackingInput {
  orderId: string
  itemId: string
  patch: ItemTrackingPatch
}

/**
 * Sets the carrier and tracking number of a parcel, or that it was delivered. Without a carrier the number's format
 * decides. Fulfilment gets those of a sent parcel by an event in the same write. The first delivery emits parcel-delivered
 * in the same write. The operator can take a delivery back: this and a later delivery are reported to fulfilment
 * (`reportsOf`), and the customer gets no second mail. A delivered parcel did not come back, whatever was reported before.
 * The order becomes `delivered` with its last parcel, and `shipped` again when a delivery is taken back. A repeat changes
 * nothing.
 * @throws 404 for an unknown order or item, 400 when the carrier does not deliver to the address, 409 when the parcel
 * was withdrawn, or is to be delivered before it was sent
 */
export async function changeTracking(input: ChangeTrackingInput, deps: Deps): Promise<AdminOrder> {
  const { orderId, itemId, patch } = input
  const result = await deps.outbox.change({ _id: orderId }, (order) => {
    const item = order.items.find(({ id }) => id === itemId)
    if (item === undefined) throw notFound('This order has no such item.')
    if (item.withdrawnAt) throw conflict('This parcel was withdrawn: it is not sent.')
    if (patch.trackingNumber && isErased(item)) throw conflict(notTracked)
    const tracked = { ...item, ...trackingOf(item, patch) }
    checkCarrier(tracked)
    return patch.delivered === undefined
      ? replaced(order, item, tracked, deps.now())
      : delivered(order, item, tracked, patch.delivered, deps.now())
  })
  if (result === null) throw notFound('There is no such order.')
  return readAdminOrder(orderId, deps)
}

/** A tracking number leads to the recipient. */
export const notTracked =
  'The recipient of this parcel was deleted: its tracking number is not stored any more.'

export function trackingOf(
  item: OrderItem,
  { carrier, trackingNumber }: Pick<ItemTrackingPatch, 'carrier' | 'trackingNumber'>,
) {
  if (trackingNumber === undefined) return carrier === undefined ? {} : { carrier }
  const recognized: Carrier | null = trackingNumber === null ? null : carrierOf(trackingNumber)
  const isSame = trackingNumber === item.trackingNumber
  return { trackingNumber, carrier: carrier ?? (isSame ? (item.carrier ?? recognized) : recognized) }
}

/** Only USPS delivers to PO boxes. @throws 400 for another carrier */
export function checkCarrier(item: OrderItem): void {
  const { carrier } = item
  if (carrier && carrier !== 'USPS' && isPoBox(fullContact(item))) {
    throw invalid(`${carrier} does not deliver to PO boxes. Send this parcel with USPS.`)
  }
}

function replaced(order: Order, item: OrderItem, next: OrderItem, at: Date): Change<Order> | null {
  if (hasTrackingOf(item, next)) return null
  const parcels = changedItems(
    order,
    order.items.map((one) => (one === item ? next : one)),
    at,
  )
  const { fields, events } = reportsOf(order, { ...order, ...parcels }, at)
  return { update: { $set: { ...parcels, ...fields } }, events: [...newsOf(order, parcels, at), ...events] }
}

/** The event that reports changed parcels; none when nothing of them is news. */
const newsOf = (order: Order, parcels: Partial<Order>, at: Date) =>
  parcels.parcelsRevision === undefined ? [] : [parcelsChanged({ ...order, ...parcels }, at)]

function delivered(
  order: Order,
  item: OrderItem,
  tracked: OrderItem,
  isDelivered: boolean,
  at: Date,
): Change<Order> | null {
  if (isDelivered && !isItemSent(order, item)) {
    throw conflict('This parcel was not sent yet. Set the order to shipped first.')
  }
  const arrives = isDelivered && !item.deliveredAt
  const isTakenBack = !isDelivered && (Boolean(item.deliveredAt) || order.status === 'delivered')
  if (!arrives && !isTakenBack) return replaced(order, item, tracked, at)
  const next: OrderItem = isDelivered
    ? { ...tracked, deliveredAt: at, deliveryReported: true, returnedAt: null }
    : { ...tracked, deliveredAt: null }
  const items = order.items.map((one) => (one === item ? next : one))
  const isBack = !isDelivered && order.status === 'delivered'
  const status = isBack ? 'shipped' : statusWithDeliveries({ ...order, items })
  const changesStatus = status !== order.status
  const parcels = changedItems(order, items, at)
  const nextOrder = { ...order, ...parcels, status }
  const reports = reportsOf(order, nextOrder, at)
  return {
    update: {
      $set: { ...parcels, ...reports.fields, status },
      ...(changesStatus ? { $push: { statusHistory: statusEntry(status, 'admin', at) } } : {}),
    },
    events: [
      ...newsOf(nextOrder, parcels, at),
      ...reports.events,
      ...(changesStatus ? [statusChanged(nextOrder, { from: order.status, actor: 'admin', at })] : []),
    ],
  }
}

/**
 * The fields to store with changed items. When a parcel of a one-time order was sent by it, did not come back after all, or has
 * another tracking number since it was sent, fulfilment has to know that: the parcels have a new revision, by which its
 * reconciliation finds it, too.
 */
export function changedItems(order: Order, items: OrderItem[], at: Date): Partial<Order> {
  const isNews = items.some((item, index) => {
    const known = order.items[index]
    const isTracked = known && isItemSent(order, item) && !hasTrackingOf(known, item)
    return (item.shippedAt && !known?.shippedAt) || (known?.returnedAt && !item.returnedAt) || isTracked
  })
  return isNews && order.type === 'once' ? parcelFields(order, items, at) : { items }
}
