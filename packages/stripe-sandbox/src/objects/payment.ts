import type Stripe from 'stripe'
import type { Checkout, Payment } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { seconds } from './money.ts'
import { toPaymentMethod } from './payment-method.ts'

/** Stripe's message for a declined card. */
export const declined = 'Your card was declined.'

/** The payment intent as Stripe returns it. */
export function toPaymentIntent(checkout: Checkout, payment: Payment): Stripe.PaymentIntent {
  const isPaid = payment.paidAt !== null
  const isProcessing = payment.isProcessing === true
  const methodId = payment.method?.id ?? siblingId('pm', payment.intentId)
  return {
    id: payment.intentId,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: payment.amountCents,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: isPaid ? payment.amountCents : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${payment.intentId}_secret_${payment.intentId.slice(-12)}`,
    confirmation_method: 'automatic',
    created: seconds(payment.createdAt),
    currency: checkout.currency,
    customer: checkout.customer?.id ?? null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error:
      payment.triedAt && !isPaid && !isProcessing
        ? {
            type: 'card_error',
            code: 'card_declined',
            decline_code: 'generic_decline',
            message: declined,
            charge: siblingId('ch', payment.intentId),
            ...(payment.method && {
              payment_method: toPaymentMethod(payment.method, checkout.customer?.id ?? null),
            }),
          }
        : null,
    latest_charge: payment.triedAt && siblingId('ch', payment.intentId),
    livemode: false,
    managed_payments: null,
    metadata: payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: isPaid || isProcessing ? methodId : null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: checkout.mode === 'subscription' ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : isProcessing ? 'processing' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
