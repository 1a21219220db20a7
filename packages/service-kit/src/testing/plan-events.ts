import type { EventData } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import type { SessionUser } from '../auth/session.ts'
import { newCustomer, newId } from './app.ts'

const emit = {
  order: createEmitter('order'),
  subscription: createEmitter('subscription'),
  fulfilment: createEmitter('fulfilment'),
}
const now = () => new Date().toISOString()

type Shipped = EventData<'prank-shipped'>
type PaidOrder = EventData<'order-paid'>

/** What a test says about a parcel; the rest is a potato for Gerald. */
interface ParcelPart {
  parcelId?: string
  prank?: Partial<Shipped['prank']>
  contactId?: string | null
  contact?: Partial<Shipped['contact']>
  quantity?: number
}

const parcelOf = ({ parcelId = newId(), prank, contactId = null, contact, quantity = 1 }: ParcelPart) => ({
  ...{ parcelId, contactId, quantity },
  prank: {
    ...{ id: newId(), name: 'Raw Potato', description: '', tier: 'Standard', image: 'potato' as const },
    ...prank,
  },
  contact: {
    ...{ name: 'Gerald Snail', address: '1 Garden Path', city: 'Bend', state: 'OR', zipCode: '97701' },
    ...contact,
  },
})

type PaidItem = PaidOrder['items'][number]
type PaidPart = ParcelPart & Partial<Omit<PaidItem, keyof ParcelPart>>

/** A paid order without an account, with one potato, except for the given properties. */
export function orderPaid({
  items = [{}],
  ...over
}: Partial<Omit<PaidOrder, 'items'>> & { items?: PaidPart[] } = {}) {
  const orderId = over.orderId ?? newId()
  return emit.order('order-paid', orderId, {
    orderId,
    ownerId: null,
    items: items.map(({ priceCents = 499, ...item }, n) => ({
      ...item,
      ...parcelOf({ parcelId: `${orderId}-${n + 1}`, ...item }),
      priceCents,
    })),
    totalCents: 499 * items.length,
    customMessage: null,
    paidAt: now(),
    ...over,
  })
}

type ShippedPart = ParcelPart & Partial<Omit<Shipped, keyof ParcelPart>>

/** The only parcel of an order or a plan's month was shipped, except for the given properties. */
export function prankShipped(over: ShippedPart = {}) {
  const shipmentId = over.shipmentId ?? newId()
  return emit.fulfilment('prank-shipped', shipmentId, {
    ...{ shipmentId, ownerId: null, orderId: null },
    ...{ subscriptionId: null, stripeSubscriptionId: null, invoiceId: null },
    ...{ parcelsShipped: 1, parcelsTotal: 1, trackingNumber: null, adminNotes: null, shippedAt: now() },
    ...over,
    ...parcelOf(over),
  })
}

interface PlanPart {
  user?: SessionUser
  prankCount?: number
  amountCents?: number
}

/** A new plan, and the events of its life. `at` is when something happened; by default, now. */
export function newPlanEvents({
  user = newCustomer(),
  prankCount = 2,
  amountCents = 499 * prankCount,
}: PlanPart = {}) {
  const { id: ownerId, ...customer } = user
  const subscriptionId = newId()
  const stripeSubscriptionId = `sub_${subscriptionId}`
  const start = now()
  const plan = { subscriptionId, ownerId, customer, stripeSubscriptionId, prankCount, amountCents }
  const running = { previousStatus: 'active', status: 'active' }
  /** The invoice of the month that was paid then. */
  const invoiceOf = (at: string) => `in_${subscriptionId}_${at}`
  const month = (at = start, over: Partial<EventData<'subscription-created'>['month']> = {}) => ({
    invoiceId: invoiceOf(at),
    paymentIntentId: `pi_${invoiceOf(at)}`,
    periodStart: at,
    periodEnd: new Date(Date.parse(at) + 30 * 86_400_000).toISOString(),
    paidAt: at,
    ...over,
  })
  return {
    user,
    ...plan,
    invoiceOf,
    month,
    /** The invoice of the first month, if that is paid now. */
    invoiceId: invoiceOf(start),
    created: (at = start, over: Partial<EventData<'subscription-created'>> = {}) =>
      emit.subscription('subscription-created', subscriptionId, {
        ...{ ...plan, previousStatus: null, status: 'active', at, month: month(at), ...over },
      }),
    renewed: (at = now(), over: Partial<EventData<'subscription-renewed'>> = {}) =>
      emit.subscription('subscription-renewed', subscriptionId, {
        ...{ ...plan, ...running, at, month: month(at), ...over },
      }),
    updated: (
      at: string,
      change: 'past_due' | 'recovered',
      over: Partial<EventData<'subscription-updated'>> = {},
    ) => {
      const [previousStatus, status] = change === 'past_due' ? ['active', change] : ['past_due', 'active']
      return emit.subscription('subscription-updated', subscriptionId, {
        ...{ ...plan, previousStatus, status, at, change, ...over },
      })
    },
    cancelled: (at = now(), over: Partial<EventData<'subscription-cancelled'>> = {}) =>
      emit.subscription('subscription-cancelled', subscriptionId, {
        ...{ ...plan, previousStatus: 'active', status: 'cancelled', at, cancelledBy: 'customer', ...over },
      }),
    /** Parcels of a month are not sent any more; by default, of the first month. */
    withdrawn: (unsent: number, invoiceId = invoiceOf(start), at = now()) =>
      emit.fulfilment('plan-month-withdrawn', subscriptionId, {
        ...{ subscriptionId, ownerId, invoiceId, unsent, parcelsTotal: prankCount, at },
      }),
    /** A parcel of a month was shipped; by default, the first one of the first month. */
    shipped: (over: ShippedPart = {}) =>
      prankShipped({
        ...{ ownerId, subscriptionId, stripeSubscriptionId, invoiceId: invoiceOf(start) },
        ...{ parcelsTotal: prankCount, ...over },
      }),
  }
}
