import type Stripe from 'stripe'
import type { Checkout, Payment, Refund } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { seconds, secondsOrNull } from './money.ts'
import { declined } from './payment.ts'
import { nulls } from './wire.ts'

/** How much of a payment has been refunded so far, in cents. A failed refund returns to the balance. */
export function refundedCents(payment: Payment): number {
  const kept = payment.refunds.filter(({ status }) => status !== 'failed')
  return kept.reduce((sum, refund) => sum + refund.amountCents, 0)
}

/** The charge of a payment's last attempt. */
export function toCharge(checkout: Checkout, payment: Payment): Stripe.Charge {
  const isPaid = payment.paidAt !== null
  const isFailed = !isPaid && !payment.isProcessing
  const refunded = refundedCents(payment)
  return {
    id: siblingId('ch', payment.intentId),
    object: 'charge',
    amount: payment.amountCents,
    amount_captured: isPaid ? payment.amountCents : 0,
    amount_refunded: refunded,
    ...nulls(
      'application application_fee application_fee_amount description failure_balance_transaction',
      'on_behalf_of receipt_email receipt_number receipt_url review shipping source source_transfer',
      'statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
    ),
    balance_transaction: isPaid ? siblingId('txn', payment.intentId) : null,
    billing_details: {
      ...nulls('address name phone tax_id'),
      email: checkout.customerEmail ?? checkout.customer?.email ?? null,
    },
    calculated_statement_descriptor: 'SANDBOX',
    captured: isPaid,
    created: secondsOrNull(payment.triedAt) ?? seconds(payment.createdAt),
    currency: checkout.currency,
    customer: checkout.customer?.id ?? null,
    disputed: (payment.disputes ?? []).length > 0,
    failure_code: isFailed ? 'card_declined' : null,
    failure_message: isFailed ? declined : null,
    fraud_details: {},
    livemode: false,
    metadata: payment.metadata,
    outcome: outcome(!isFailed),
    paid: isPaid,
    payment_intent: payment.intentId,
    payment_method: siblingId('pm', payment.intentId),
    payment_method_details: { type: 'card', card: card(payment, isPaid) },
    refunded: refunded >= payment.amountCents,
    status: isPaid ? 'succeeded' : isFailed ? 'failed' : 'pending',
  }
}

/** One refund of a payment. */
export function toRefund(checkout: Checkout, payment: Payment, refund: Refund): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountCents,
    balance_transaction: siblingId('txn', refund.id),
    charge: siblingId('ch', payment.intentId),
    created: seconds(refund.createdAt),
    currency: checkout.currency,
    customer: checkout.customer?.id ?? null,
    ...nulls('customer_account receipt_number source_transfer_reversal transfer_reversal'),
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: refund.metadata,
    payment_intent: payment.intentId,
    payment_method: siblingId('pm', payment.intentId),
    reason: refund.reason,
    status: refund.status ?? 'succeeded',
    ...(refund.status === 'failed' && {
      failure_balance_transaction: siblingId('txn', `${refund.id}f`),
      failure_reason: 'expired_or_canceled_card',
    }),
    ...(refund.status === 'pending' && { pending_reason: 'processing' as const }),
  }
}

function outcome(isAuthorized: boolean): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: isAuthorized ? 'approved_by_network' : 'declined_by_network',
    reason: isAuthorized ? null : 'generic_decline',
    risk_level: 'normal',
    seller_message: isAuthorized
      ? 'Payment complete.'
      : 'The bank did not return any further details with this decline.',
    type: isAuthorized ? 'authorized' : 'issuer_declined',
  }
}

function card(payment: Payment, isPaid: boolean): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: isPaid ? payment.amountCents : null,
    ...nulls(
      'authorization_code electronic_commerce_indicator installments mandate network_transaction_id',
      'three_d_secure transaction_link_id wallet',
    ),
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    exp_month: 12,
    exp_year: payment.createdAt.getUTCFullYear() + 4,
    fingerprint: 'sandboxsandbox00',
    funding: 'credit',
    last4: payment.card?.slice(-4) ?? (isPaid ? '4242' : '0002'),
    network: 'visa',
    network_token: { used: false },
    regulated_status: 'unregulated',
  }
}
