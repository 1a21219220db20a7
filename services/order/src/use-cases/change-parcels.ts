import {
  cannotDeliver,
  type OrderStatus,
  type ParcelChange,
  type ParcelChangesAnswer,
  type ParcelChangesRequest,
} from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import { AppError, mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { isErased } from '../forget-addresses.ts'
import { unrefundedCents } from '../new-refund.ts'
import { type Order, statusEntry } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { hasTrackingOf, reportsOf } from '../parcel-reports.ts'
import {
  hasSentParcel,
  isItemSent,
  isItemWaiting,
  isSendingAgain,
  parcelFields,
  parcelId,
  parcelsState,
  pendingReview,
  shippedAtOf,
  statusWithDeliveries,
} from '../parcels.ts'
import { hasOpenDispute, leftCents } from '../refund.model.ts'
import { parcelsChanged, statusChanged } from '../reports.ts'
import { sentAgain, whyNotSendAgain } from '../send-again.ts'
import { addDigestsNow, type DigestDeps, whyNotChecked } from './add-digests.ts'
import { checkCarrier, notTracked, trackingOf } from './change-tracking.ts'
import { refundOfMonth } from './refund-unsent-pranks.ts'

type Requested = ParcelChangesRequest['orders'][number]
type Answered = ParcelChangesAnswer['orders'][number]
type Result = Answered['results'][number]
type ChangeDeps = DigestDeps & Pick<Deps, 'log'>

/**
 * Changes parcels for the operator's parcel queue. Order decides about the parcels of one-time orders: all changes of an
 * order are one conditional write, so a parcel is either sent or withdrawn, and never sent while it is held. The write
 * emits the present state of the parcels, which fulfilment applies; it applies the answer, too. When the process dies in
 * between, the event does it.
 *
 * The order becomes `processing` with its first sent parcel, `shipped` with its last one, and `delivered` with the last
 * delivery, and `processing` again while a parcel that came back waits to be sent again. A plan's month knows only parcels
 * that were shipped: they are tracked, delivered, come back, and are sent again, or withdrawn and refunded in the same write when
 * their address was listed meanwhile. A delivery has a date since the latest sending, at most a day ahead. A repeat changes nothing.
 */
export async function changeParcels(
  { orders }: ParcelChangesRequest,
  deps: ChangeDeps,
): Promise<ParcelChangesAnswer> {
  const toShip = orders.filter(({ changes }) => changes.some(({ action }) => action === 'ship'))
  await addDigestsNow(
    toShip.flatMap(({ orderId }) => orderId ?? []),
    deps,
  )
  return { orders: await mapAtOnce(orders, (one) => changeOrder(one, deps)) }
}

async function changeOrder(
  { orderId, invoiceId, changes }: Requested,
  { outbox, now }: Pick<Deps, 'outbox' | 'now'>,
): Promise<Answered> {
  let decided: ReturnType<typeof decide> | null = null
  const filter = orderId === null ? { invoiceId: invoiceId ?? '' } : { _id: orderId }
  await outbox.change(filter, (order) => {
    decided = decide(order, changes, now())
    return writeOf(decided)
  })
  // The callback of `change` sets it; TypeScript does not see that.
  const { next, results } = (decided as ReturnType<typeof decide> | null) ?? { next: null, results: null }
  return {
    orderId,
    invoiceId,
    results: results ?? changes.map((change) => refused(change, 'Its order does not exist here yet.')),
    ...(next ? parcelsState(next) : { parcelsRevision: 0, parcels: [] }),
  }
}

/** The order after the changes, without its status, and the outcome of each change. */
function decide(order: Order, changes: ParcelChange[], at: Date) {
  let next = order
  const results = changes.map((change): Result => {
    const item = next.items.find((one) => parcelId(order, one) === change.parcelId)
    if (item === undefined) return refused(change, 'Its order has no such parcel.')
    try {
      const changed = changedItem(next, item, change, at)
      if (typeof changed === 'string') return refused(change, changed)
      if (changed === null) return { parcelId: change.parcelId, outcome: 'unchanged', message: null }
      next = { ...next, items: next.items.map((one) => (one === item ? changed : one)) }
      return { parcelId: change.parcelId, outcome: 'changed', message: null }
    } catch (error) {
      if (error instanceof AppError) return refused(change, error.message)
      throw error
    }
  })
  return { order, next: next === order ? order : withRevision(next, at), results, at }
}

const refused = ({ parcelId }: ParcelChange, message: string): Result => ({
  parcelId,
  outcome: 'refused',
  message,
})

const withRevision = (next: Order, at: Date): Order =>
  next.type === 'once' ? { ...next, ...parcelFields(next, next.items, at) } : next

/** The item after a change; null when it is so already, and a sentence when the change is refused. */
function changedItem(
  order: Order,
  item: OrderItem,
  change: ParcelChange,
  at: Date,
): OrderItem | string | null {
  if (change.action === 'withdraw') return withdrawnAgain(order, item, at)
  if (item.withdrawnAt) return 'This parcel was withdrawn: it is not sent.'
  const isSent = isItemSent(order, item)
  switch (change.action) {
    case 'ship':
      return isSent ? null : (whyNotShip(order, item) ?? { ...tracked(item, change), shippedAt: at })
    case 'track': {
      if (!isSent) return 'This parcel was not shipped yet.'
      if (isErased(item)) return notTracked
      const next = tracked(item, change)
      return hasTrackingOf(item, next) ? null : next
    }
    case 'hold': {
      if (isSent) return 'This parcel was shipped already.'
      if (pendingReview(item)) return null
      const heldBecause = change.reason ?? ''
      return item.heldBecause === heldBecause ? null : { ...item, heldBecause }
    }
    case 'release':
      return released(item, change, at)
    case 'deliver': {
      if (!isSent) return 'This parcel was not shipped yet.'
      if (item.deliveredAt) return null
      // A file of the carrier may report the way back as a delivery, or repeat an earlier report.
      if (item.returnedAt && change.at !== undefined)
        return 'This parcel came back. If that is wrong, tick Delivered in its order.'
      const deliveredAt = change.at === undefined ? at : new Date(change.at)
      const problem = change.at === undefined ? null : whyNotDelivered(order, item, deliveredAt, at)
      return problem ?? { ...item, deliveredAt, deliveryReported: true, returnedAt: null }
    }
    case 'return':
      if (!isSent) return 'This parcel was not shipped yet.'
      return item.returnedAt ? null : { ...item, returnedAt: at, deliveredAt: null }
    case 'send-again':
      return whyNotSendAgain(order, item) ?? sentAgain(item, at)
  }
}

/** Clocks and time zones of carriers may be ahead of ours. */
const maxAheadMs = 86_400_000

/** Why a parcel cannot have arrived then; null when it can. Its recipient is forgotten some days after that date. */
function whyNotDelivered(order: Order, item: OrderItem, deliveredAt: Date, at: Date): string | null {
  const sentAt = shippedAtOf(order, item)
  if (sentAt !== null && deliveredAt < sentAt)
    return 'This parcel was sent later than that. Please check the date of the delivery.'
  return deliveredAt.getTime() > at.getTime() + maxAheadMs
    ? 'This date is in the future. Please check the date of the delivery.'
    : null
}

/** Only a parcel of a plan that waits to be sent again; those of one-time orders are withdrawn when address-blocked arrives. */
function withdrawnAgain(order: Order, item: OrderItem, at: Date): OrderItem | null {
  const isWaiting = order.type !== 'once' && isSendingAgain(item)
  return isWaiting ? { ...item, heldBecause: null, withdrawnAt: at } : null
}

/** A parcel that waits for a review is released only by an operator who may see messages. */
function released(item: OrderItem, { isReviewed }: ParcelChange, at: Date): OrderItem | string | null {
  const { screening } = item
  if (screening && pendingReview(item)) {
    if (!isReviewed) return 'This parcel waits for a review.'
    return { ...item, heldBecause: null, screening: { ...screening, decidedAt: at } }
  }
  return item.heldBecause ? { ...item, heldBecause: null } : null
}

function tracked(item: OrderItem, { carrier, trackingNumber }: ParcelChange): OrderItem {
  const patch = { ...(carrier && { carrier }), ...(trackingNumber && { trackingNumber }) }
  const next = { ...item, ...trackingOf(item, patch) }
  checkCarrier(next)
  return next
}

/** Why a parcel of a one-time order, or one of a plan that is sent again, may not be sent; null when it may. */
function whyNotShip(order: Order, item: OrderItem): string | null {
  if (order.type !== 'once' && !isSendingAgain(item))
    return "A parcel of a plan's month is shipped in the tab Parcels."
  if (order.status === 'cancelled') return 'This order was cancelled.'
  if (order.paidAt === undefined) return 'This order is not paid.'
  if (hasOpenDispute(order)) return 'A dispute about this order is open: its parcels wait for the bank.'
  if (item.heldBecause) return `This parcel is held: ${item.heldBecause}`
  const isOpen = order.status === 'paid' || order.status === 'processing'
  return isOpen ? whyNotChecked(order) : 'The status of this order is not paid.'
}

/** One write with the events that report it; null when no item changed. */
function writeOf({ order, next, at }: ReturnType<typeof decide>): Change<Order> | null {
  if (next === order) return null
  const status = statusOf(order, next)
  const isNowShipped = status === 'shipped' && next.items.every((item) => !isItemWaiting(next, item))
  const isOnce = next.type === 'once'
  const fields = {
    status,
    items: next.items,
    ...(isOnce && {
      ...parcelFields(order, next.items, at),
      ...(hasSentParcel(next) && { packedAt: order.packedAt ?? at }),
      ...(isNowShipped && { sentAt: order.sentAt ?? at }),
    }),
  }
  const money = refundOfWithdrawn(order, next, at)
  const after: Order = { ...next, ...fields }
  const reports = reportsOf(order, after, at)
  const changesStatus = status !== order.status
  return {
    update: {
      $set: { ...fields, ...reports.fields, ...money.fields },
      ...(changesStatus && { $push: { statusHistory: statusEntry(status, 'admin', at) } }),
    },
    events: [
      ...money.events,
      ...(isOnce ? [parcelsChanged(after, at)] : []),
      ...(changesStatus ? [statusChanged(after, { from: order.status, actor: 'admin', at })] : []),
      ...reports.events,
    ],
  }
}

/** The refund of what was withdrawn, in the same write. */
function refundOfWithdrawn(order: Order, next: Order, at: Date) {
  const withdrawn = withdrawnNow(order, next)
  const [first] = withdrawn
  const itemIds = withdrawn.map(({ id }) => id)
  const amountCents = Math.min(leftCents(order), unrefundedCents(order, itemIds))
  if (first === undefined || amountCents === 0) return { fields: {}, events: [] }
  const reason = cannotDeliver(first.contact.name)
  const when = 'a parcel was withdrawn'
  return refundOfMonth(order, { amountCents, itemIds, by: 'operator', reason, at }, when)
}

const withdrawnNow = (order: Order, next: Order) =>
  next.items.filter((item) => item.withdrawnAt && !order.items.find(({ id }) => id === item.id)?.withdrawnAt)

function statusOf(order: Order, next: Order): OrderStatus {
  const { status, items } = next
  if ((status === 'shipped' || status === 'delivered') && items.some(isSendingAgain)) return 'processing'
  if (status === 'delivered') {
    const isTakenBack = items.some(
      (item) => item.returnedAt && !order.items.find(({ id }) => id === item.id)?.returnedAt,
    )
    return isTakenBack ? 'shipped' : status
  }
  const isPlan = next.type !== 'once'
  // A month whose parcels were all sent once waits for nothing else.
  if (isPlan && withdrawnNow(order, next).length > 0 && !items.some(isSendingAgain)) {
    const wasComplete = next.statusHistory.some((one) => one.status === 'shipped')
    return status === 'processing' && wasComplete
      ? statusWithDeliveries({ ...next, status: 'shipped' })
      : status
  }
  const isOpen = status === 'paid' || status === 'processing'
  if (isPlan || !isOpen || !hasSentParcel(next)) return statusWithDeliveries(next)
  const isComplete = items.every((item) => !isItemWaiting(next, item))
  return statusWithDeliveries({ ...next, status: isComplete ? 'shipped' : 'processing' })
}
