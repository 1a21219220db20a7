import { allDone, type Repair, type ReportedEvent } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { isNewer, isNotLater } from '../parcels-of-order.ts'
import { changeOrderParcels } from './change-order-parcels.ts'
import { disputeOf, followDispute, withDispute } from './follow-dispute.ts'
import { deliveryOf, isDeliveryNews, noteDelivery } from './note-delivery.ts'
import { noteSentAgain } from './note-sent-again.ts'
import { isTrackingNews, noteTracking } from './note-tracking.ts'
import { openMonthShipment } from './open-month-shipment.ts'
import { openOrderShipment } from './open-order-shipment.ts'
import { isPlanDue, withdrawPlan } from './withdraw-plan.ts'

/** The kinds of inconsistencies with order, with subscription and with payment that reconciliation finds. */
export const reportKinds = ['parcels-not-updated'] as const
export const orderKinds = ['order-without-shipment', ...reportKinds] as const
export const planKinds = ['month-without-shipment', 'ended-plan-still-due'] as const
export const disputeKinds = ['dispute-not-followed'] as const

/**
 * Finds and repairs paid orders without a shipment, and shipments whose parcels are older than order's, because order-paid,
 * order-parcels-changed or parcel-delivered was lost, or the order-status-changed that sent them: its retries were exhausted,
 * or the message or its queue was deleted.
 */
export async function findMissingOrders(
  reported: ReportedEvent[],
  repair: Repair<(typeof orderKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const orders = reported.flatMap(({ type, data }) => (type === 'order-paid' ? [data] : []))
  const ids = orders.map(({ orderId }) => orderId)
  const opened = await deps.shipments.find({ orderId: { $in: ids } }, { orderId: 1 }).lean()
  const known = new Set(opened.map(({ orderId }) => orderId))
  const missing = orders.filter(({ orderId }) => !known.has(orderId))
  await allDone(
    missing.map((order) => {
      const about = { orderId: order.orderId }
      return repair('order-without-shipment', about, () => openOrderShipment(order, deps))
    }),
  )
  await findOldParcels(reported, repair, deps)
  await findMissingReports(reported, repair, deps)
}

/** After the orders, because a shipment is opened with the parcels as they were paid. */
async function findOldParcels(
  reported: ReportedEvent[],
  repair: Repair<(typeof orderKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const changes = reported.flatMap(({ type, data }) => (type === 'order-parcels-changed' ? [data] : []))
  const ids = changes.map(({ orderId }) => orderId)
  const found = await deps.shipments
    .find({ orderId: { $in: ids } }, { orderId: 1, parcelsRevision: 1 })
    .lean()
  const stored = new Map(found.map((shipment) => [shipment.orderId, shipment]))
  for (const change of changes) {
    const shipment = stored.get(change.orderId)
    if (shipment !== undefined && !isNewer(change, shipment)) continue
    const about = { orderId: change.orderId }
    await repair('parcels-not-updated', about, () => changeOrderParcels(change, deps))
  }
}

/**
 * Finds and repairs sent parcels that do not know their delivery, or that it was taken back, and those of plans that do not
 * know their tracking number, or that they are sent again, because parcel-delivered, -tracking-changed or -sent-again was lost.
 * Parcels that are not known here are ignored, as in their events. When what ships a parcel is missing, too, the repair fails,
 * and is tried again.
 */
export async function findMissingReports(
  reported: ReportedEvent[],
  repair: Repair<(typeof reportKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const reports = reported.filter(
    (one) =>
      one.type === 'parcel-sent-again' ||
      one.type === 'parcel-tracking-changed' ||
      one.type === 'parcel-delivered',
  )
  if (reports.length === 0) return
  const ids = reports.map(({ data }) => data.parcelId)
  const found = await deps.shipments.find({ 'parcels.id': { $in: ids } }, { parcels: 1 }).lean()
  const stored = new Map(found.flatMap(({ parcels }) => parcels.map((parcel) => [parcel.id, parcel])))
  for (const { type, data } of reports) {
    const parcel = stored.get(data.parcelId)
    if (parcel === undefined) continue
    const { orderId, parcelId } = data
    const about = { orderId, parcelId }
    if (type === 'parcel-sent-again') {
      if (!isNotLater(new Date(data.at), parcel))
        await repair('parcels-not-updated', about, () => noteSentAgain(data, deps))
    } else if (type === 'parcel-tracking-changed') {
      if (isTrackingNews(data, parcel))
        await repair('parcels-not-updated', about, () => noteTracking(data, deps))
    } else if (isDeliveryNews(deliveryOf(data), parcel)) {
      await repair('parcels-not-updated', about, () => noteDelivery(deliveryOf(data), deps))
    }
  }
}

/**
 * Finds and repairs paid months without a shipment, and ended plans with parcels that are still due, because
 * subscription-created, -renewed or -cancelled was lost.
 */
export async function findMissingMonths(
  reported: ReportedEvent[],
  repair: Repair<(typeof planKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const months = reported.flatMap(({ type, data }) =>
    type === 'subscription-created' || type === 'subscription-renewed' ? [data] : [],
  )
  const ids = months.map(({ month }) => month.invoiceId)
  const opened = await deps.shipments.find({ invoiceId: { $in: ids } }, { invoiceId: 1 }).lean()
  const known = new Set(opened.map(({ invoiceId }) => invoiceId))
  const missing = months.filter(({ month }) => !known.has(month.invoiceId))
  await allDone(
    missing.map((paidMonth) => {
      const { subscriptionId, month } = paidMonth
      const about = { invoiceId: month.invoiceId, subscriptionId }
      return repair('month-without-shipment', about, () => openMonthShipment(paidMonth, deps))
    }),
  )
  // After the months, because the end of a plan updates all of its months.
  for (const { type, data } of reported) {
    if (type !== 'subscription-cancelled' || !(await isPlanDue(data, deps))) continue
    const about = { subscriptionId: data.subscriptionId }
    await repair('ended-plan-still-due', about, () => withdrawPlan(data, deps))
  }
}

/**
 * Finds and repairs shipments that do not know the state of a dispute about their payment, because dispute-changed was lost:
 * their parcels would be sent although the bank may return the money, or would be held for ever. When the shipment
 * is missing, too, the repair fails, and is tried again.
 */
export async function findMissingDisputes(
  reported: ReportedEvent[],
  repair: Repair<(typeof disputeKinds)[number]>,
  deps: Deps,
): Promise<void> {
  const changes = reported.flatMap(({ type, data }) => {
    const paidId = type === 'dispute-changed' ? (data.orderId ?? data.invoiceId) : null
    return type === 'dispute-changed' && paidId !== null ? [{ paidId, data }] : []
  })
  if (changes.length === 0) return
  const ids = { $in: changes.map(({ paidId }) => paidId) }
  const found = await deps.shipments
    .find({ $or: [{ orderId: ids }, { invoiceId: ids }] }, { orderId: 1, invoiceId: 1, disputes: 1 })
    .lean()
  const stored = new Map(found.map((shipment) => [shipment.orderId ?? shipment.invoiceId, shipment]))
  // In the sequence in which they were emitted: a dispute opens before it is decided.
  for (const { paidId, data } of changes) {
    const shipment = stored.get(paidId)
    if (shipment !== undefined && withDispute(shipment, disputeOf(data)) === null) continue
    const { orderId, invoiceId, disputeId } = data
    await repair('dispute-not-followed', { orderId, invoiceId, disputeId }, () => followDispute(data, deps))
  }
}
