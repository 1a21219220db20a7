import type { EventData, OrderStatus, RefundStatus } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { newId, newPlanEvents, orderPaid, prankShipped } from '@prankpost/service-kit/testing'

const emit = { order: createEmitter('order'), payment: createEmitter('payment') }

/** A time on the nth day of the year 2025. */
export const day = (n: number, hour = 12) => new Date(Date.UTC(2025, 0, n, hour)).toISOString()

export const potato = { id: 'a'.repeat(24), name: 'Raw Potato' }
export const sock = { id: 'b'.repeat(24), name: 'Lonely Sock' }

interface ParcelPart {
  prank?: typeof potato
  quantity?: number
  parcelId?: string
}
const parcelOf = ({ prank = potato, ...part }: ParcelPart) => ({ prank, ...part })

/** A one-time order, a potato and two socks for $14.97, and its events. */
export function newOrder(over: Partial<EventData<'order-paid'>> = {}) {
  const orderId = newId()
  const paidFor = { orderId, planId: null, invoiceId: null, paymentIntentId: 'pi_1' }
  return {
    orderId,
    paid: (paidAt: string) =>
      orderPaid({
        orderId,
        items: [parcelOf({}), parcelOf({ prank: sock, quantity: 2 })],
        totalCents: 1_497,
        paidAt,
        ...over,
      }),
    status: (to: OrderStatus, at: string) =>
      emit.order('order-status-changed', orderId, {
        ...{ orderId, ownerId: null, type: 'once', from: 'paid', to, actor: 'admin', at },
      }),
    refundRequested: (refundId: string, amountCents: number, at: string) =>
      emit.order('refund-requested', orderId, { ...paidFor, refundId, amountCents, by: 'operator', at }),
    refund: (refundId: string, amountCents: number, status: RefundStatus, at: string) =>
      emit.payment('refund-changed', orderId, {
        ...{ ...paidFor, ownerId: null, refundId, stripeRefundId: `re_${refundId}`, amountCents, status, at },
        failureReason: null,
      }),
    dispute: (status: 'open' | 'won' | 'lost', amountCents: number, at: string) =>
      emit.payment('dispute-changed', orderId, {
        ...{ ...paidFor, ownerId: null, disputeId: `dp_${orderId}`, amountCents, status, at },
        reason: 'fraudulent',
      }),
    shipped: (shippedAt: string, part: ParcelPart = {}) =>
      prankShipped({ ...parcelOf(part), orderId, parcelsTotal: 2, shippedAt }),
  }
}

/** A plan of two pranks for $9.98 a month, and its events. */
export function newPlan(amountCents = 998) {
  const plan = newPlanEvents({ amountCents })
  return {
    ...plan,
    planId: plan.subscriptionId,
    pastDue: (at: string, over?: Parameters<typeof plan.updated>[2]) => plan.updated(at, 'past_due', over),
    shipped: (monthAt: string, shippedAt: string, part: ParcelPart = {}) =>
      plan.shipped({ ...parcelOf(part), invoiceId: plan.invoiceOf(monthAt), shippedAt }),
  }
}
