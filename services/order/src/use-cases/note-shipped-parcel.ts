import { carrierOf, type EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { type Order, searchTermsOf, statusEntry } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { isSendingAgain, sentAgainAtOf } from '../parcels.ts'
import { hasLostDispute } from '../refund.model.ts'

type Shipped = EventData<'prank-shipped'>

/**
 * Records a shipped parcel: on its item of a one-time order, or as a new item of its plan month's order. The month is
 * `processing` from its first parcel and `shipped` with its last one, or with its first one if the plan has ended or a
 * dispute was lost. While a parcel waits to be sent again, it is not `shipped`. A repeat changes nothing, and neither does
 * the report of a sending that came back.
 * @throws NotYet when the order does not exist here yet
 */
export async function noteShippedParcel(parcel: Shipped, { outbox }: Deps): Promise<void> {
  const result =
    parcel.orderId === null
      ? await outbox.change({ invoiceId: parcel.invoiceId ?? '' }, (order) => addParcel(order, parcel))
      : await outbox.change({ _id: parcel.orderId }, (order) => noteOnItem(order, parcel))
  if (result === null) throw new NotYet(`order of parcel ${parcel.parcelId}`)
}

function noteOnItem(order: Order, parcel: Shipped) {
  const item = order.items.find(({ id }) => `${order._id}-${id}` === parcel.parcelId)
  if (item === undefined || item.shippedAt !== null) return null
  const againAt = sentAgainAtOf(item)
  if (againAt !== null && new Date(parcel.shippedAt) <= againAt) return null
  const items = order.items.map((one) => (one === item ? { ...one, ...shippingOf(parcel, one) } : one))
  return { update: { $set: { items } } }
}

function addParcel(order: Order, parcel: Shipped) {
  const known = order.items.find(({ id }) => id === parcel.parcelId)
  // The decision to ship it again was recorded here; whether that was the last parcel is known from the event.
  if (known !== undefined) return known.sentAgain ? completed(order, order.items, parcel) : null
  const item: OrderItem = {
    id: parcel.parcelId,
    prank: parcel.prank,
    contactId: parcel.contactId,
    contact: parcel.contact,
    quantity: parcel.quantity,
    // A month's price covers all its parcels: each gets an equal share.
    priceCents: Math.round(order.totalCents / parcel.parcelsTotal),
    ...shippingOf(parcel),
  }
  const items = [...order.items, item]
  return completed(order, items, parcel)
}

/** The write of a month's parcels, with the status that follows from them; null when nothing changes. */
function completed(order: Order, items: OrderItem[], { parcelsTotal }: Shipped) {
  const isEnded = Boolean(order.plan?.endedAt) && order.plan?.sendsUnsent !== true
  const isClosed = isEnded || hasLostDispute(order)
  const isComplete = items.length >= parcelsTotal && !items.some(isSendingAgain)
  const status = isClosed || isComplete ? 'shipped' : 'processing'
  // A status that the operator set (such as delivered) stays. A month becomes `cancelled` only when its plan ends: a
  // parcel that was shipped before that may be reported after it.
  const isOpen = order.status === 'paid' || order.status === 'processing'
  const changesStatus = status !== order.status && (isOpen || order.status === 'cancelled')
  const searchTerms = searchTermsOf({ ...order, items })
  if (!changesStatus && items === order.items) return null
  // The other addresses of the month may be forgotten already: the new one is due at another time.
  const update = { $set: { items, searchTerms }, $unset: { addressesDueAt: 1 } }
  if (!changesStatus) return { update }
  return {
    update: {
      ...update,
      $set: { ...update.$set, status: status as Order['status'] },
      $push: { statusHistory: statusEntry(status, 'fulfilment') },
    },
  }
}

/** A tracking number that the operator set before stays when the event has none. */
function shippingOf(parcel: Shipped, known?: OrderItem) {
  const trackingNumber = parcel.trackingNumber ?? known?.trackingNumber ?? null
  const recognized = trackingNumber === null ? null : carrierOf(trackingNumber)
  const carrier = parcel.carrier ?? (parcel.trackingNumber === null ? known?.carrier : null) ?? recognized
  const adminNotes = parcel.adminNotes ?? known?.adminNotes ?? null
  return { shippedAt: new Date(parcel.shippedAt), carrier, trackingNumber, adminNotes }
}
