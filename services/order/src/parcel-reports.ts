import type { OutboxEntry } from '@prankpost/messaging'
import { emit } from './deps.ts'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { isItemSent, sentAgainAtOf } from './parcels.ts'
import { ofParcel, parcelSentAgain } from './reports.ts'

/** Whether an item has the tracking number and the carrier of another state of it. */
export const hasTrackingOf = (item: OrderItem, other: OrderItem): boolean =>
  item.trackingNumber === other.trackingNumber && (item.carrier ?? null) === (other.carrier ?? null)

/**
 * The events that report what a change did to single parcels, and the fields to store with it, in the same write.
 *
 * - The tracking of sent parcels of a plan changed: fulfilment knows no order of their months.
 * - Parcels arrived: one event for each delivery, and others, for fulfilment alone, when the delivery was taken back, or was
 *   reported once more after that, or after the parcel was reported as returned.
 * - Parcels are sent again.
 *
 * The fields say when each was reported: fulfilment's reconciliation reads `lastReports` then.
 */
export function reportsOf(
  before: Order,
  order: Order,
  at: Date,
): { fields: Partial<Order>; events: OutboxEntry[] } {
  const isPlan = order.type !== 'once'
  const reported = order.items.map((item) => {
    const known = before.items.find(({ id }) => id === item.id)
    const isTracked = isPlan && isTrackedNow(known, item, before, order)
    const isArrived = isArrivedNow(known, item)
    const isSentAgain = (item.sentAgain?.length ?? 0) > (known?.sentAgain?.length ?? 0)
    return {
      hasReports: isTracked || isArrived || (isPlan && isSentAgain),
      item: { ...item, ...(isTracked && { trackedAt: at }), ...(isArrived && { deliveryReportedAt: at }) },
      events: [
        ...(isTracked ? [trackingChanged(order, item, at)] : []),
        ...(isArrived ? [arrival(order, item, { known, at })] : []),
        ...(isSentAgain ? [parcelSentAgain(order, item, at)] : []),
      ],
    }
  })
  const events = reported.flatMap((one) => one.events)
  if (!reported.some(({ hasReports }) => hasReports)) return { fields: {}, events }
  return { fields: { items: reported.map(({ item }) => item), ...readAgain(order, at) }, events }
}

/** An order that was never announced stays so: fulfilment does not know it. */
function readAgain({ type, announcedAt }: Order, at: Date): Partial<Order> {
  if (type !== 'once') return { parcelsReportedAt: at }
  return announcedAt === undefined ? {} : { announcedAt: at }
}

function isTrackedNow(known: OrderItem | undefined, item: OrderItem, before: Order, order: Order): boolean {
  return Boolean(known && isItemSent(before, known) && isItemSent(order, item) && !hasTrackingOf(known, item))
}

function isArrivedNow(known: OrderItem | undefined, item: OrderItem): boolean {
  if (!item.deliveryReported) return false
  const hasArrived = Boolean(item.deliveredAt && !known?.deliveredAt)
  const isTakenBack = Boolean(known?.deliveredAt && !item.deliveredAt && !item.returnedAt)
  return known?.deliveryReported !== true || hasArrived || isTakenBack
}

/** The last report of each kind about each parcel of an order, for a reader that may have missed it. They send no mail. */
export const lastReports = (order: Order): OutboxEntry[] =>
  order.items.flatMap((item) => {
    const { trackedAt, deliveryReported, deliveryReportedAt, returnedAt, withdrawnAt } = item
    const sentAgainAt = order.type === 'once' ? null : sentAgainAtOf(item)
    if (withdrawnAt) return []
    return [
      ...(sentAgainAt ? [parcelSentAgain(order, item, sentAgainAt)] : []),
      ...(trackedAt ? [trackingChanged(order, item, trackedAt)] : []),
      // One that came back since is reported by what followed.
      ...(deliveryReported && deliveryReportedAt && !returnedAt
        ? [arrival(order, item, { known: item, at: deliveryReportedAt })]
        : []),
    ]
  })

const trackingChanged = (order: Order, item: OrderItem, at: Date) =>
  emit('parcel-tracking-changed', String(order._id), {
    ...ofParcel(order, item),
    carrier: item.carrier ?? null,
    trackingNumber: item.trackingNumber,
    at: at.toISOString(),
  })

const arrival = (order: Order, item: OrderItem, { known, at }: { known: OrderItem | undefined; at: Date }) =>
  emit('parcel-delivered', String(order._id), {
    ...ofParcel(order, item),
    deliveredAt: (item.deliveredAt ?? known?.deliveredAt ?? at).toISOString(),
    at: at.toISOString(),
    ...(known?.deliveryReported && { wasReported: true }),
    ...(!item.deliveredAt && { isTakenBack: true }),
  })
