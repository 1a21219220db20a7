import { z } from 'zod'
import { customer, ownerId, paidMonth, plan, prankCount, stripeReference, text } from './event-payload.ts'
import { cents } from './money.ts'
import { objectId, timestamp } from './primitives.ts'
import { disputeStatuses, refundStatuses } from './refund.ts'

/** What was paid for: a one-time order, or a plan's month. The fields of the other one are null. */
const paidFor = z.object({
  orderId: objectId.nullable(),
  planId: objectId.nullable(),
  invoiceId: stripeReference.nullable(),
})

export const paymentEvents = {
  'payment-succeeded': {
    about: 'The payment of a one-time order succeeded.',
    owner: 'payment',
    readers: ['order'],
    data: z.object({
      orderId: objectId,
      sessionId: stripeReference,
      paymentIntentId: stripeReference.nullable(),
      amountCents: cents,
      paidAt: timestamp,
    }),
  },
  'payment-failed': {
    about: 'A checkout session of a one-time order ended without a payment.',
    owner: 'payment',
    readers: ['order', 'catalog', 'consent'],
    data: z.object({
      orderId: objectId,
      sessionId: stripeReference,
      reason: z.enum(['expired', 'failed']),
      at: timestamp,
    }),
  },
  'refund-changed': {
    about:
      'A refund of an order or of a month was requested at Stripe, succeeded or failed. Emitted once for each of these. `refundId` is null when the refund was made in the Stripe dashboard.',
    owner: 'payment',
    readers: ['order', 'reporting', 'notification'],
    data: paidFor.extend({
      ownerId: ownerId.nullable(),
      /** The refund's id in order. */
      refundId: objectId.nullable(),
      /** Null when Stripe refused the refund. */
      stripeRefundId: stripeReference.nullable(),
      paymentIntentId: stripeReference,
      amountCents: cents,
      status: z.enum(refundStatuses),
      failureReason: text.nullable(),
      at: timestamp,
    }),
  },
  'dispute-changed': {
    about:
      "A cardholder's bank opened a dispute about a payment, or decided it. A bank may reverse its decision: the newest counts.",
    owner: 'payment',
    readers: ['order', 'fulfilment', 'subscription', 'reporting', 'notification'],
    data: paidFor.extend({
      ownerId: ownerId.nullable(),
      disputeId: stripeReference,
      paymentIntentId: stripeReference,
      amountCents: cents,
      /** Stripe's reason, such as `fraudulent`. */
      reason: text,
      status: z.enum(disputeStatuses),
      at: timestamp,
    }),
  },
  'plan-paid': {
    about: 'The first month of a plan was paid.',
    owner: 'payment',
    readers: ['subscription'],
    // The complete plan, in case subscription has lost it.
    data: plan.extend({
      ownerId,
      customer,
      prankCount,
      sessionId: stripeReference,
      amountCents: cents,
      month: paidMonth,
    }),
  },
  'plan-renewed': {
    about: 'A further month of a plan was paid.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({
      /**
       * What the plan had when the invoice was finalized, whatever it has by now: what was billed, or the number of a change
       * in the hour between the renewal and that. Events of earlier versions do not have it.
       */
      prankCount: prankCount.nullish(),
      amountCents: cents,
      month: paidMonth,
    }),
  },
  'plan-payment-failed': {
    about: 'Stripe could not collect the payment for a month of a plan; Stripe retries it.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({
      invoiceId: stripeReference,
      /** The beginning of the unpaid month; it shows whether a later month was paid. */
      periodStart: timestamp,
      amountCents: cents,
      attempt: z.int(),
      failedAt: timestamp,
    }),
  },
  'plan-changed': {
    about:
      'The price of a plan from its next invoice on changed at Stripe, or it was paused or resumed there, also when a pause ended by itself, or an unpaid month is not collected any more. Contains the present state; a repeat changes nothing.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({
      prankCount: prankCount.nullable(),
      amountCents: cents,
      pausedUntil: timestamp.nullable(),
      /** The start of the newest unpaid month whose invoice was voided or given up. Earlier versions do not have it. */
      droppedThrough: timestamp.nullish(),
      currentPeriodEnd: timestamp,
      /** Orders the states of a plan: a later state replaces an earlier one. */
      at: timestamp,
    }),
  },
  'plan-ended': {
    about: 'A plan ended at Stripe, because we or Stripe cancelled it.',
    owner: 'payment',
    readers: ['subscription'],
    data: plan.extend({ endedAt: timestamp, endedBy: z.enum(['customer', 'stripe']) }),
  },
} as const
