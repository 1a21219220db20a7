import type { HistoryEntry } from '@prankpost/contracts'
import type { Purchase } from '../../soak/journal.ts'
import type { Evidence } from '../../soak/ledgers/evidence.ts'
import type { CustomerView } from '../../soak/ledgers/histories.ts'
import type { Charge } from '../../soak/stripe-books.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))

/** A small run that went well: one order, paid and shipped; one plan with a month of two parcels, one of them sent. */
export function soundEvidence() {
  const purchase: Purchase = {
    tag: 'wish 1',
    ownerId: 'pat',
    items: [{ quantity: 2, priceCents: 499 }],
    totalCents: 998,
    orderIds: new Set(['order-1']),
    sessionIds: new Set(['cs_1']),
    paid: 'sure',
  }
  const charge: Charge = {
    sessionId: 'cs_1',
    orderId: 'order-1',
    paymentIntentId: 'pi_1',
    amountCents: 998,
    refundedCents: 0,
    purchase,
  }
  const month = {
    id: 'in_1',
    amountCents: 998,
    paymentIntentId: 'pi_2',
    ...{ periodStart: '', periodEnd: '', paidAt: '', isFirst: true },
  }
  const plan = {
    ...{ planId: 'plan-1', stripeId: 'sub_1', ownerId: 'pat', email: '', prankCount: 2 },
    ...{ amountCents: 998, endedBy: null },
  }
  const storedPlan = { subscriptionId: 'plan-1', stripeSubscriptionId: 'sub_1' }
  const evidence: Evidence = {
    books: {
      charges: [charge],
      plans: [{ sessionId: 'cs_2', plan, status: 'active', endedAt: null, paid: [month], openTries: 0 }],
      strangers: [],
    },
    journal: {
      purchases: new Map([['wish 1', purchase]]),
      plans: new Map([
        [
          'cs_2',
          { sessionId: 'cs_2', ownerId: 'pat', email: '', prankCount: 2, amountCents: 998, paid: 'sure' },
        ],
      ]),
      statuses: new Map([['order-1', [{ status: 'shipped', done: 'sure' }]]]),
      parcels: new Map([['parcel-1', { stripeId: 'sub_1', done: 'sure' }]]),
      members: new Map([
        ['pat', { id: 'pat', email: '', read: () => Promise.reject(new Error('not here')) }],
      ]),
    },
    stores: {
      orders: [
        {
          _id: 'order-1',
          type: 'once',
          status: 'shipped',
          ownerId: 'pat',
          totalCents: 998,
          paymentIntentId: 'pi_1',
          customMessage: 'wish 1',
          paidAt: at(2),
          plan: null,
          items: [{ id: '1', quantity: 2, priceCents: 499 }],
          statusHistory: [
            { status: 'pending', at: at(1), actor: 'customer' },
            { status: 'paid', at: at(2), actor: 'payment' },
            { status: 'shipped', at: at(3), actor: 'admin' },
          ],
        },
        {
          _id: 'order-2',
          type: 'subscription',
          status: 'processing',
          ownerId: 'pat',
          totalCents: 998,
          paymentIntentId: 'pi_2',
          customMessage: null,
          paidAt: at(2),
          invoiceId: 'in_1',
          plan: storedPlan,
          items: [{ id: 'parcel-1', quantity: 1, priceCents: 499 }],
          statusHistory: [],
        },
      ],
      payments: [
        {
          _id: 'order-1',
          kind: 'order',
          amountCents: 998,
          sessions: [{ id: 'cs_1', status: 'paid', paymentIntentId: 'pi_1' }],
        },
      ],
      shipments: [
        {
          ...{ orderId: 'order-1', ownerId: 'pat', parcelsTotal: 1 },
          parcels: [{ id: 'order-1-1', quantity: 2, shippedAt: at(3) }],
        },
        {
          ...{ invoiceId: 'in_1', ownerId: 'pat', parcelsTotal: 2, parcelsDue: 1, plan: storedPlan },
          parcels: [{ id: 'parcel-1', quantity: 1, shippedAt: at(3) }],
        },
      ],
      loggedParcels: [
        {
          subscriptionId: 'plan-1',
          metadata: { event: 'prank-shipped', parcelId: 'parcel-1', invoiceId: 'in_1' },
        },
      ],
      plans: [{ _id: 'plan-1', months: [{ invoiceId: 'in_1', parcelsShipped: 1 }] }],
      mails: [{ userId: 'pat', kind: 'verify-email', status: 'sent' }],
    },
  }
  return { evidence, views: [soundView()] }
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
