import type { EventData } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { newCustomer, newId } from '@prankpost/service-kit/testing'

const emit = {
  subscription: createEmitter('subscription'),
  fulfilment: createEmitter('fulfilment'),
  order: createEmitter('order'),
}

/** A one-time order with two items, of 1 and 2 pranks. */
export function orderPaid(
  ownerId: string | null,
  paidAt: string,
  over: Partial<EventData<'order-paid'>> = {},
) {
  const orderId = over.orderId ?? newId()
  const item = (n: number, quantity: number) => ({
    parcelId: `${orderId}-${n}`,
    prank: { id: newId(), name: 'Raw Potato', description: '', tier: 'Standard', image: 'potato' as const },
    contactId: newId(),
    contact: { name: 'Gerald', address: '1 Garden Path', city: 'Bend', state: 'OR', zipCode: '97701' },
    quantity,
    priceCents: 499,
  })
  return emit.order('order-paid', orderId, {
    orderId,
    ownerId,
    items: [item(1, 1), item(2, 2)],
    totalCents: 1497,
    customMessage: 'Dear Gerald',
    paidAt,
    ...over,
  })
}

/** The nth day of the year 2025. */
export const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString()

interface PlanPart {
  email?: string
  user?: ReturnType<typeof newCustomer>
  prankCount?: number
}
type Renewed = EventData<'subscription-renewed'>
type Status = Pick<Renewed, 'previousStatus' | 'status'>
/** What a month may have that the months before did not. */
type Change = Partial<Status & Pick<Renewed, 'prankCount' | 'amountCents'>>

/** A new plan and its events. */
export function newPlan({
  email,
  user = newCustomer(email === undefined ? {} : { email }),
  prankCount = 3,
}: PlanPart = {}) {
  const { id: ownerId, ...customer } = user
  const planId = newId()
  const stripeSubscriptionId = `sub_${newId()}`
  const plan = {
    subscriptionId: planId,
    ownerId,
    customer,
    stripeSubscriptionId,
    prankCount,
    amountCents: 499 * prankCount,
  }
  /** The invoice of the month that was paid then. */
  const invoiceOf = (at: string) => `in_${at.slice(0, 10)}_${planId}`
  let latestInvoice = invoiceOf(day(1))
  const month = (at: string) => {
    latestInvoice = invoiceOf(at)
    return {
      invoiceId: latestInvoice,
      paymentIntentId: 'pi_1',
      periodStart: at,
      periodEnd: new Date(Date.parse(at) + 30 * 86_400_000).toISOString(),
      paidAt: at,
    }
  }
  const running: Status = { previousStatus: 'active', status: 'active' }

  return {
    user,
    planId,
    invoiceOf,
    stripeSubscriptionId,
    created: (at: string) =>
      emit.subscription('subscription-created', planId, {
        ...plan,
        previousStatus: null,
        status: 'active',
        at,
        month: month(at),
      }),
    renewed: (at: string, change: Change = {}) =>
      emit.subscription('subscription-renewed', planId, {
        ...plan,
        ...running,
        ...change,
        at,
        month: month(at),
      }),
    updated: (at: string, change: 'past_due' | 'recovered') =>
      emit.subscription('subscription-updated', planId, {
        ...plan,
        previousStatus: change === 'past_due' ? 'active' : 'past_due',
        status: change === 'past_due' ? 'past_due' : 'active',
        at,
        change,
      }),
    cancelled: (at: string, cancelledBy: 'customer' | 'stripe' = 'customer') =>
      emit.subscription('subscription-cancelled', planId, {
        ...plan,
        previousStatus: 'active',
        status: 'cancelled',
        at,
        cancelledBy,
      }),
    /** A parcel of the latest month so far. */
    shipped(at: string, over: Partial<EventData<'prank-shipped'>> = {}) {
      const shipmentId = over.shipmentId ?? newId()
      return emit.fulfilment('prank-shipped', shipmentId, {
        parcelId: newId(),
        prank: { id: newId(), name: 'Raw Potato', description: '', tier: 'Standard', image: 'potato' },
        contactId: newId(),
        contact: { name: 'Gerald', address: '1 Garden Path', city: 'Bend', state: 'OR', zipCode: '97701' },
        quantity: 1,
        shipmentId,
        ownerId,
        orderId: null,
        subscriptionId: planId,
        stripeSubscriptionId,
        invoiceId: latestInvoice,
        parcelsShipped: 2,
        parcelsTotal: 3,
        trackingNumber: null,
        adminNotes: null,
        shippedAt: at,
        ...over,
      })
    },
  }
}
