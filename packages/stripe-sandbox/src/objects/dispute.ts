import type Stripe from 'stripe'
import type { Checkout, Dispute, Payment } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { seconds } from './money.ts'
import { nulls } from './wire.ts'

const responseDays = 9

/** A dispute about a payment as Stripe returns it, without evidence and balance transactions. */
export function toDispute(checkout: Checkout, payment: Payment, dispute: Dispute): Stripe.Dispute {
  const isOpen = dispute.status === 'needs_response'
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountCents,
    balance_transactions: [],
    charge: siblingId('ch', payment.intentId),
    created: seconds(dispute.createdAt),
    currency: checkout.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: isOpen ? seconds(dispute.createdAt) + responseDays * 86_400 : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: payment.intentId,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
    },
    reason: dispute.reason,
    status: dispute.status,
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  ...nulls(
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure',
    'cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip',
    'customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id',
    'product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation',
    'service_date service_documentation shipping_address shipping_carrier shipping_date',
    'shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text',
  ),
  enhanced_evidence: {},
}
