import type Stripe from 'stripe'
import type { Checkout, Payment } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { seconds } from './money.ts'
import { toPaymentMethod } from './payment-method.ts'
import { nulls } from './wire.ts'

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
    ...nulls(
      'allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at',
      'cancellation_reason customer_account description excluded_payment_method_types managed_payments',
      'next_action on_behalf_of payment_method_configuration_details payment_record processing receipt_email',
      'review shipping source statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
    ),
    amount: payment.amountCents,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: isPaid ? payment.amountCents : 0,
    capture_method: 'automatic_async',
    client_secret: `${payment.intentId}_secret_${payment.intentId.slice(-12)}`,
    confirmation_method: 'automatic',
    created: seconds(payment.createdAt),
    currency: checkout.currency,
    customer: checkout.customer?.id ?? null,
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
    metadata: payment.metadata,
    payment_method: isPaid || isProcessing ? methodId : null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    setup_future_usage: checkout.mode === 'subscription' ? 'off_session' : null,
    status: isPaid ? 'succeeded' : isProcessing ? 'processing' : 'requires_payment_method',
  }
}
