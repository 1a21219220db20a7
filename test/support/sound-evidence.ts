import type { HistoryEntry } from '@prankpost/contracts'
import {
  type Charge,
  type CustomerView,
  type Evidence,
  emptyPeopleLedger,
  type Purchase,
  type StripePlan,
} from '../../ledgers/index.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
const iso = (second: number) => at(second).toISOString()

const ofPlan = { ownerId: 'pat', email: 'pat@soak.test', prankCount: 2, amountCents: 998 }
const ids = { subscriptionId: 'plan-1', stripeSubscriptionId: 'sub_1' }
const item = { id: '1', quantity: 2, priceCents: 499, shippedAt: at(3) }
const period = { periodStart: iso(2), periodEnd: iso(9), paidAt: iso(2) }

/** The ledgers of a small correct run: one order, paid and shipped; one plan with a month of two parcels, one sent. */
export function soundEvidence(): { evidence: Evidence; views: CustomerView[] } {
  const purchase: Purchase = {
    ...{ tag: 'purchase 1', ownerId: 'pat', totalCents: 998, paid: 'sure', isThreat: false },
    items: [{ quantity: 2, priceCents: 499 }],
    orderIds: new Set(['order-1']),
    sessionIds: new Set(['cs_1']),
  }
  const people = emptyPeopleLedger()
  people.purchases.set(purchase.tag, purchase)
  people.plans.set('cs_2', { ...ofPlan, sessionId: 'cs_2', paid: 'sure' })
  people.statuses.set('order-1', [{ status: 'shipped', done: 'sure' }])
  people.parcels.set('parcel-1', { stripeId: 'sub_1', done: 'sure' })
  people.members.set('pat', { id: 'pat', email: '', read: () => Promise.reject(new Error('not here')) })

  const charge: Charge = {
    ...{ sessionId: 'cs_1', orderId: 'order-1', paymentIntentId: 'pi_1' },
    ...{ amountCents: 998, refundedCents: 0, refunds: [], purchase },
  }
  const plan: StripePlan = {
    ...{ ownerId: ofPlan.ownerId, email: ofPlan.email, sessionId: 'cs_2' },
    ...{ planId: 'plan-1', stripeId: 'sub_1', status: 'active' },
    ...{ endedAt: null, endedBy: null, unsent: null, openTries: 0, voidMonths: [] },
    terms: { prankCount: 2, amountCents: 998, pausedUntil: null },
    months: [
      {
        ...{ ...period, id: 'in_1', amountCents: 998, prankCount: 2 },
        ...{ paymentIntentId: 'pi_2', isFirst: true, refunds: [] },
      },
    ],
  }
  const stripe = { charges: [charge], plans: [plan], unknownPlans: [] }
  return { evidence: { people, stripe, shop: soundShop() }, views: [soundView()] }
}

function soundShop(): Evidence['shop'] {
  const month = { invoiceId: 'in_1', periodStart: at(2), periodEnd: at(9), paidAt: at(2) }
  const payment = { paidSessionId: null, invoices: [], endedAt: null, endedBy: null, outbox: [] }
  const { ownerId, email, prankCount, amountCents } = ofPlan
  const entry = { subscriptionId: 'plan-1', email, prankCount, amountCents }
  return {
    orders: [
      {
        ...{ _id: 'order-1', type: 'once', status: 'shipped', ownerId, totalCents: 998 },
        ...{ paymentIntentId: 'pi_1', customMessage: 'purchase 1', paidAt: at(2), plan: null },
        items: [{ ...item }],
        statusHistory: [
          { status: 'pending', at: at(1), actor: 'customer' },
          { status: 'paid', at: at(2), actor: 'payment' },
          { status: 'shipped', at: at(3), actor: 'admin' },
        ],
      },
      {
        ...{ _id: 'order-2', type: 'subscription', status: 'processing', ownerId, totalCents: 998 },
        ...{ paymentIntentId: 'pi_2', customMessage: null, paidAt: at(2), invoiceId: 'in_1', plan: ids },
        items: [{ ...item, id: 'parcel-1', quantity: 1 }],
        statusHistory: [],
      },
    ],
    payments: [
      {
        ...{ ...payment, _id: 'order-1', kind: 'order', amountCents: 998 },
        sessions: [{ id: 'cs_1', status: 'paid', paymentIntentId: 'pi_1' }],
      },
      {
        ...{ ...payment, _id: 'plan-1', kind: 'plan', amountCents: 998, stripeSubscriptionId: 'sub_1' },
        ...{ sessions: [], paidSessionId: 'cs_2', invoices: [{ id: 'in_1', paid: true }] },
      },
    ],
    shipments: [
      {
        ...{ orderId: 'order-1', ownerId, paidAt: at(2), parcelsTotal: 1 },
        parcels: [{ id: 'order-1-1', shippedAt: at(3) }],
      },
      {
        ...{ invoiceId: 'in_1', ownerId, paidAt: at(2), parcelsTotal: 2, parcelsDue: 1 },
        plan: { ...ids, periodStart: at(2) },
        parcels: [{ id: 'parcel-1', shippedAt: at(3) }],
      },
    ],
    plans: [
      {
        ...{ _id: 'plan-1', status: 'active', ownerId, prankCount, amountCents },
        ...{ stripeSubscriptionId: 'sub_1', cancelledAt: null, outbox: [] },
        months: [{ ...month, parcelsShipped: 1, prankCount: 2 }],
        journal: [{ type: 'subscription-created', data: {} }],
      },
    ],
    planLog: [
      {
        ...{ ...entry, action: 'created' },
        metadata: { ...period, event: 'subscription-created', invoiceId: 'in_1' },
      },
      {
        ...{ ...entry, action: 'other' },
        metadata: { event: 'prank-shipped', parcelId: 'parcel-1', invoiceId: 'in_1' },
      },
    ],
    progress: ['prank:order-1-1', 'prank:parcel-1', 'month:in_1', 'plan:plan-1'].map((_id) => ({
      ...{ _id, ownerId, track: String(_id.split(':')[0]) },
    })),
    mails: [
      ...['order-paid', 'plan-started', 'parcel-shipped', 'parcel-shipped', 'verify-email'].map((kind) => ({
        ...{ userId: ownerId, kind, status: 'sent' },
      })),
    ],
  }
}

function soundView(): CustomerView {
  const line = (orderId: string, id: string, quantity: number) =>
    ({ id, orderId, quantity, status: 'shipped' }) as HistoryEntry
  const achievement = (id: string, progress: number) =>
    ({ id, progress }) as CustomerView['achievements'][number]
  return {
    id: 'pat',
    history: [line('order-1', 'order-1-1', 2), line('order-2', 'order-2-parcel-1', 1)],
    achievements: [
      achievement('prank-legend', 2),
      achievement('little-black-book', 0),
      achievement('marathon', 1),
      achievement('auto-pilot', 1),
    ],
    contacts: [],
  }
}
