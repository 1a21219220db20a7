import { shippingPromiseHours } from '@prankpost/contracts'
import { type DayFigures, sumsByDay } from './figures.ts'
import type { PurchaseFacts } from './purchase-facts.ts'

const minuteMs = 60_000
const promiseMs = shippingPromiseHours * 60 * minuteMs

/**
 * The figures of a purchase by day. What was paid, and what went back of it, counts on the day of the payment; a refund
 * as an action counts on its own day, and a parcel on the day it was shipped.
 */
export function purchaseFigures(purchase: PurchaseFacts): Map<string, DayFigures> {
  const { on, days } = sumsByDay()
  const { paidAt, parcels } = purchase
  if (paidAt !== null && isPaid(purchase)) {
    countPayment(purchase, paidAt, on(paidAt))
    for (const { at, cents } of returnsOf(purchase)) on(at).count({ refunds: 1, refundedCents: cents })
  }
  for (const { prankId, name, quantity, shippedAt } of parcels) {
    const sum = on(shippedAt)
    sum.count({ parcels: 1, ...(paidAt && timeToShip(paidAt, shippedAt)) })
    sum.countPrank({ id: prankId, name, namedAt: shippedAt, shipped: quantity })
  }
  return days
}

function countPayment(
  purchase: PurchaseFacts,
  paidAt: Date,
  sum: ReturnType<ReturnType<typeof sumsByDay>['on']>,
) {
  const { type, totalCents, discountCode, discountCents, items } = purchase
  const returnedCents = returnedOf(purchase)
  const isOrder = type === 'once' && !isCancelled(purchase)
  sum.count({
    orders: isOrder ? 1 : 0,
    orderCents: isOrder ? totalCents : 0,
    planMonths: type === 'month' ? 1 : 0,
    grossCents: totalCents,
    discountCents,
    returnedCents,
  })
  if (discountCode !== null) {
    const uses = type === 'month' ? { planMonths: 1 } : { orders: isOrder ? 1 : 0 }
    sum.countCode({ code: discountCode, ...uses, discountCents, revenueCents: totalCents - returnedCents })
  }
  if (!isOrder) return
  for (const [index, { prankId, name, quantity, cents }] of items.entries()) {
    // An order can have a prank several times, for different targets.
    const isFirst = items.findIndex((item) => item.prankId === prankId) === index
    const counts = { sold: quantity, grossCents: cents, orders: isFirst ? 1 : 0 }
    sum.countPrank({ id: prankId, name, namedAt: paidAt, ...counts })
  }
}

/** An operator may set a paid order back: then it does not count. */
const isPaid = ({ status }: PurchaseFacts) => status?.to !== 'pending' && status?.to !== 'payment_failed'
const isCancelled = ({ status }: PurchaseFacts) => status?.to === 'cancelled'

const returnsOf = ({ refunds, disputes }: PurchaseFacts) => [
  ...refunds.filter(({ status }) => status !== 'failed'),
  ...disputes.filter(({ status }) => status === 'lost'),
]

/**
 * What no longer counts as revenue. A cancelled order without any refund was not paid here, or its refund is not reported
 * yet: all of it went back. A refund that failed did not: the money is still here.
 */
function returnedOf(purchase: PurchaseFacts): number {
  const { totalCents, refunds } = purchase
  const returns = returnsOf(purchase)
  if (isCancelled(purchase) && refunds.length === 0 && returns.length === 0) return totalCents
  return Math.min(
    totalCents,
    returns.reduce((sum, { cents }) => sum + cents, 0),
  )
}

function timeToShip(paidAt: Date, shippedAt: Date) {
  const ms = Math.max(0, +shippedAt - +paidAt)
  return {
    timedParcels: 1,
    parcelMinutes: Math.round(ms / minuteMs),
    parcelsOnTime: ms <= promiseMs ? 1 : 0,
  }
}
