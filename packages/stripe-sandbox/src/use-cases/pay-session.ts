import type { Checkout, Payment, Plan } from '../checkout.model.ts'
import { newId, siblingId } from '../ids.ts'
import { draft, type EventDraft } from '../objects/event.ts'
import { toInvoice } from '../objects/invoice.ts'
import { totalCents } from '../objects/money.ts'
import { declined, toPaymentIntent } from '../objects/payment.ts'
import { toSession } from '../objects/session.ts'
import { toSubscription } from '../objects/subscription.ts'
import { invalidRequest, StripeApiError } from '../stripe-error.ts'
import { lastFourOf, testCardOf } from '../test-cards.ts'
import { expireOverdueSession } from './close-session.ts'
import type { Decide } from './context.ts'
import { openDispute } from './dispute-payment.ts'
import { newPayment } from './new-payment.ts'

/**
 * Pays an open session with a card. Paying a paid session again is a no-op, so that a double click pays once; a
 * declined card leaves the session open and is rejected with Stripe's `card_declined`; a bank account completes the
 * session unpaid until `settlePayment`. `at` (default: now) is the date of the payment, and of the start of a plan.
 */
export function paySession(card: string, at: Date | null = null): Decide {
  return (checkout, context) => {
    if (checkout.status === 'complete') return { events: [] }
    if (checkout.status === 'expired') throw tooLate()
    if (checkout.expiresAt <= context.now) {
      return { ...expireOverdueSession(checkout, context), refusal: tooLate() }
    }

    const testCard = testCardOf(card)
    if (!testCard || (testCard.pays === 'later' && checkout.mode === 'subscription')) throw notATestCard()
    const when = at ?? context.now
    const payment = checkout.payments[0] ?? firstPayment(checkout, when)
    payment.triedAt = when
    payment.card = lastFourOf(card)
    if (testCard.pays === 'never') {
      const events = [draft('payment_intent.payment_failed', toPaymentIntent(checkout, payment))]
      return { events, refusal: cardDeclined(payment) }
    }
    if (testCard.pays === 'later') return { events: completeUnpaid(checkout, payment) }
    const dispute = testCard.isDisputed ? 'fraudulent' : null
    return { events: complete(checkout, payment, when, dispute) }
  }
}

function completeUnpaid(checkout: Checkout, payment: Payment): EventDraft[] {
  checkout.status = 'complete'
  payment.isProcessing = true
  return [
    draft('checkout.session.completed', toSession(checkout)),
    draft('payment_intent.processing', toPaymentIntent(checkout, payment)),
  ]
}

function firstPayment(checkout: Checkout, now: Date): Payment {
  const payment = newPayment(totalCents(checkout.lines), now)
  if (checkout.mode === 'payment') payment.metadata = checkout.dataForLater.metadata
  checkout.payments.push(payment)
  return payment
}

function complete(checkout: Checkout, payment: Payment, now: Date, dispute: string | null): EventDraft[] {
  checkout.status = 'complete'
  payment.paidAt = now
  if (checkout.mode === 'subscription') {
    checkout.customer ??= { id: newId('cus'), email: checkout.customerEmail, createdAt: now }
    checkout.plan = startPlan(checkout, payment, now)
  }

  return [
    draft('checkout.session.completed', toSession(checkout)),
    ...(checkout.plan ? planEvents(checkout, checkout.plan) : []),
    draft('payment_intent.succeeded', toPaymentIntent(checkout, payment)),
    ...(dispute === null ? [] : openDispute(checkout, payment, dispute, now).events),
  ]
}

function startPlan(checkout: Checkout, payment: Payment, now: Date): Plan {
  const { metadata } = checkout.dataForLater
  return {
    id: newId('sub'),
    status: 'active',
    createdAt: now,
    anchor: now,
    period: 0,
    endedAt: null,
    cancellation: { comment: null },
    metadata,
    invoices: [
      {
        id: newId('in'),
        period: 0,
        createdAt: now,
        attempts: 1,
        paymentIntentId: payment.intentId,
        metadata,
      },
    ],
  }
}

function planEvents(checkout: Checkout, plan: Plan): EventDraft[] {
  const invoices = plan.invoices.map((invoice) => toInvoice(checkout, plan, invoice))
  return [
    draft('customer.subscription.created', toSubscription(checkout, plan)),
    ...invoices.flatMap((invoice) => [
      draft('invoice.paid', invoice),
      draft('invoice.payment_succeeded', invoice),
    ]),
  ]
}

function tooLate(): StripeApiError {
  return invalidRequest('This Checkout Session has expired and can no longer be paid.')
}

/** The error for a declined card. */
export function cardDeclined(payment: Payment): StripeApiError {
  return new StripeApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: declined,
    charge: siblingId('ch', payment.intentId),
  })
}

function notATestCard(): StripeApiError {
  return new StripeApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  })
}
