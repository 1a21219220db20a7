import { type AdminOrder, type OrderStatus, settableOrderStatuses } from '@prankpost/contracts'
import { conflict, notFound } from '@prankpost/service-kit'
import { holdPlaces, refuseBlocked } from '../consent.ts'
import type { Deps } from '../deps.ts'
import { noLongerUnpaid, type Order, statusEntry } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { reportsOf } from '../parcel-reports.ts'
import { hasSentParcel, isItemWaiting, isSendingAgain, sentAtOf } from '../parcels.ts'
import { hasOpenDispute } from '../refund.model.ts'
import { parcelsChanged, statusChanged } from '../reports.ts'
import { screenedOrder } from '../reviews.ts'
import { addDigestsNow, whyNotChecked } from './add-digests.ts'
import { changedItems } from './change-tracking.ts'
import { orderPaid } from './mark-order-paid.ts'
import { readAdminOrder } from './read-admin-order.ts'

export type SettableStatus = (typeof settableOrderStatuses)[number]

export type StatusDeps = Pick<Deps, 'orders' | 'outbox' | 'consent' | 'now' | 'log'>

interface SetOrderStatusInput {
  orderId: string
  status: SettableStatus
  /** The status that the operator has seen. */
  seen?: OrderStatus | undefined
}

/**
 * Sets an order's status for the operator, as changeOrderStatus does, and returns the order.
 * @throws as changeOrderStatus does
 */
export async function setOrderStatus(input: SetOrderStatusInput, deps: Deps): Promise<AdminOrder> {
  await changeOrderStatus(input, deps)
  return readAdminOrder(input.orderId, deps)
}

/**
 * Sets an order's status, in any direction, and emits order-status-changed. An order that is further than the operator has seen is
 * not moved back: it was shipped meanwhile, for example. Any status except `pending` confirms that
 * the order is paid, and marks it paid once. The same status again changes nothing. Returns whether anything changed.
 *
 * `processing` also packs a one-time order; `shipped` and `delivered` send its parcels that are not withdrawn, for good;
 * `delivered` also marks each parcel delivered, also one that was reported as returned, with one parcel-delivered for each. All of
 * it is one write.
 *
 * An order that was imported as shipped was never announced. It is announced as paid when the operator sets a status
 * that means it must be sent after all. Before an order is announced, consent is asked, as it is at the checkout: the parcels of
 * an unpaid order take their places. If the process dies after that, they end by their time.
 * @throws 404 for an unknown order, 409 for one that is further than was seen, for a cancelled one-time order, for an order with an open dispute when the
 * status would send its parcels, for a plan's month of which a parcel waits to be sent again when the status says that it was sent,
 * and when a target may get no parcel; 503 when consent is unavailable
 */
export async function changeOrderStatus(
  { orderId, status, seen }: SetOrderStatusInput,
  deps: StatusDeps,
): Promise<boolean> {
  await askConsent({ orderId, status }, deps)
  const result = await deps.outbox.change({ _id: orderId }, (stored) => {
    if (stored.status === status) return null
    if (seen !== undefined && seen !== stored.status && rankOf(status) < rankOf(stored.status)) {
      throw conflict(`This order is ${stored.status} now. Check it before you set an earlier status.`)
    }
    const order = announces(status, stored) ? screenedOrder(stored) : stored
    checkAllowed(status, order)
    return changeTo(status, order, deps.now())
  })
  if (result === null) throw unknownOrder()
  return result.changed
}

/** How far an order is. Those that wait for a payment or are cancelled are not further than any other. */
const rankOf = (status: OrderStatus) => (settableOrderStatuses as readonly OrderStatus[]).indexOf(status)

const unknownOrder = () => notFound('There is no such order.')

async function askConsent({ orderId, status }: SetOrderStatusInput, deps: StatusDeps): Promise<void> {
  const order = await deps.orders.findById(orderId).lean()
  if (order === null || order.status === status) return
  if (sends(status) && order.lacksDigests) await addDigestsNow([orderId], deps)
  if (!announces(status, order)) return
  checkAllowed(status, screenedOrder(order))
  if (order.paidAt !== undefined) await refuseBlocked(order, deps)
  else await holdPlaces(order, { paid: false }, deps, { isLastTry: true })
}

function checkAllowed(status: SettableStatus, order: Order): void {
  if (order.type === 'once' && order.status === 'cancelled') {
    throw conflict('This order was cancelled: its parcels are withdrawn, so its status cannot be changed.')
  }
  if (isSent(status) && order.items.some((item) => isItemWaiting(order, item) && item.heldBecause)) {
    throw conflict(
      'A parcel of this order is held. Release it first, or ship the others in the parcel queue.',
    )
  }
  if (isSent(status) && order.type !== 'once' && order.items.some(isSendingAgain)) {
    throw conflict('A parcel of this month waits to be sent again. Ship it in the parcel queue first.')
  }
  if (sends(status) && hasOpenDispute(order) && !(order.type === 'once' && hasSentParcel(order))) {
    throw conflict(
      'A dispute about this order is open: its parcels cannot be sent before the bank has decided.',
    )
  }
  const unchecked = sends(status) ? whyNotChecked(order) : null
  if (unchecked !== null) throw conflict(unchecked)
}

/** `at` is by the clock of the database, as the time of packing is: a parcel is never sent before it was packed. */
function changeTo(status: SettableStatus, order: Order, at: Date) {
  const becomesPaid = order.paidAt === undefined && status !== 'pending'
  const parcels = parcelsAt(status, order, at)
  const next: Order = { ...order, ...parcels, status }
  const changed = statusChanged(next, { from: order.status, actor: 'admin', at })
  const reports = reportsOf(order, next, at)
  return {
    update: {
      $set: {
        ...{ ...parcels, ...reports.fields, status },
        ...(becomesPaid ? { paidAt: at } : {}),
        ...(announces(status, order) ? { announcedAt: at } : {}),
        ...(announces(status, order) && lacksDigest(order) ? { lacksDigests: true as const } : {}),
      },
      ...(becomesPaid ? { $unset: noLongerUnpaid } : {}),
      $push: { statusHistory: statusEntry(status, 'admin', at) },
    },
    events: [
      ...(announces(status, order) ? [orderPaid(order, order.paidAt ?? at)] : []),
      // Otherwise the change of the status reports the parcels.
      ...(isSent(order.status) && parcels.parcelsRevision !== undefined ? [parcelsChanged(next, at)] : []),
      changed,
      ...reports.events,
    ],
  }
}

/** Whether a status announces an order as paid that was not announced before. */
function announces(status: SettableStatus, order: Order): boolean {
  const staysSent = isSent(order.status) && isSent(status)
  return order.type === 'once' && order.announcedAt === undefined && status !== 'pending' && !staysSent
}

const lacksDigest = ({ items }: Order) => items.some(({ addressDigest }) => !addressDigest)
const sends = (status: SettableStatus) => status === 'processing' || isSent(status)
const isSent = (status: OrderStatus) => status === 'shipped' || status === 'delivered'

/**
 * What a status says about the parcels. The parcels of a plan's month are shipped one by one, not by a status. Only when
 * `delivered` is taken back are deliveries taken back: in an order that is sent in parts, one may have arrived before.
 */
function parcelsAt(status: SettableStatus, order: Order, at: Date): Partial<Order> {
  const items = order.items.map((item): OrderItem => {
    if (item.withdrawnAt) return item
    if (status === 'delivered' && !item.deliveredAt)
      return { ...item, deliveredAt: at, deliveryReported: true, returnedAt: null }
    return order.status === 'delivered' && status !== 'delivered' ? { ...item, deliveredAt: null } : item
  })
  if (order.type !== 'once' || (status !== 'processing' && !isSent(status))) return { items }
  const sent = items.map((item) =>
    isSent(status) && isItemWaiting(order, item) ? { ...item, shippedAt: at } : item,
  )
  return {
    ...changedItems(order, sent, at),
    packedAt: order.packedAt ?? at,
    ...(isSent(status) ? { sentAt: sentAtOf(order) ?? at } : {}),
  }
}
