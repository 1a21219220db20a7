import type Stripe from 'stripe'
import type { Checkout, Dispute, Payment } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { seconds } from './money.ts'

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
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
