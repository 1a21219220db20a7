import type { EventData, OrderStatus, RefundStatus } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { newId } from '@prankpost/service-kit/testing'

const emit = {
  order: createEmitter('order'),
  payment: createEmitter('payment'),
  subscription: createEmitter('subscription'),
  fulfilment: createEmitter('fulfilment'),
}

/** A time on the nth day of the year 2025. */
export const day = (n: number, hour = 12) => new Date(Date.UTC(2025, 0, n, hour)).toISOString()

export const potato = { id: 'a'.repeat(24), name: 'Raw Potato' }
export const sock = { id: 'b'.repeat(24), name: 'Lonely Sock' }
const about = { description: '', tier: 'Standard', image: 'potato' as const }
const contact = { name: 'Gerald', address: '1 Garden Path', city: 'Bend', state: 'OR', zipCode: '97701' }

interface ParcelPart {
  prank?: typeof potato
  quantity?: number
  parcelId?: string
}
const parcelOf = ({ prank = potato, quantity = 1, parcelId = newId() }: ParcelPart) => ({
  parcelId,
  prank: { ...prank, ...about },
  contactId: null,
  contact,
  quantity,
})

/** A one-time order, a potato and two socks for $14.97, and its events. */
export function newOrder(over: Partial<EventData<'order-paid'>> = {}) {
  const orderId = newId()
  const paidFor = { orderId, planId: null, invoiceId: null, paymentIntentId: 'pi_1' }
  return {
    orderId,
    paid: (paidAt: string) =>
      emit.order('order-paid', orderId, {
        orderId,
        ownerId: null,
        items: [
          { ...parcelOf({}), priceCents: 499 },
          { ...parcelOf({ prank: sock, quantity: 2 }), priceCents: 499 },
        ],
        totalCents: 1_497,
        customMessage: null,
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
      emit.fulfilment('prank-shipped', newId(), {
        ...parcelOf(part),
        ...shipment,
        ...{
          shipmentId: newId(),
          orderId,
          subscriptionId: null,
          stripeSubscriptionId: null,
          invoiceId: null,
        },
        shippedAt,
      }),
  }
}

const shipment = { ownerId: null, parcelsShipped: 1, parcelsTotal: 2, trackingNumber: null, adminNotes: null }

/** A plan of two pranks for $9.98 a month, and its events. */
export function newPlan(amountCents = 998) {
  const planId = newId()
  const plan = {
    subscriptionId: planId,
    ownerId: newId(),
    customer: { email: 'pat@customers.test', firstName: 'Pat', lastName: 'Potato' },
    stripeSubscriptionId: `sub_${planId}`,
    prankCount: 2,
    amountCents,
    previousStatus: 'active',
    status: 'active',
  }
  const invoiceOf = (at: string) => `in_${planId}_${at.slice(0, 10)}`
  const month = (at: string) => ({
    invoiceId: invoiceOf(at),
    paymentIntentId: 'pi_1',
    ...{ periodStart: at, periodEnd: at, paidAt: at },
  })
  return {
    planId,
    plan,
    invoiceOf,
    created: (at: string, over: { discountCode?: string; discountCents?: number } = {}) =>
      emit.subscription('subscription-created', planId, { ...plan, ...over, at, month: month(at) }),
    renewed: (at: string, over: Partial<typeof plan> = {}) =>
      emit.subscription('subscription-renewed', planId, { ...plan, ...over, at, month: month(at) }),
    pastDue: (at: string, over: Partial<typeof plan> = {}) =>
      emit.subscription('subscription-updated', planId, {
        ...plan,
        ...over,
        status: 'past_due',
        at,
        change: 'past_due',
      }),
    cancelled: (at: string) =>
      emit.subscription('subscription-cancelled', planId, {
        ...{ ...plan, status: 'cancelled', at, cancelledBy: 'customer' as const },
      }),
    shipped: (monthAt: string, shippedAt: string, part: ParcelPart = {}) =>
      emit.fulfilment('prank-shipped', newId(), {
        ...{ ...parcelOf(part), ...shipment, shipmentId: newId(), orderId: null, subscriptionId: planId },
        ...{ stripeSubscriptionId: plan.stripeSubscriptionId, invoiceId: invoiceOf(monthAt), shippedAt },
      }),
  }
}
