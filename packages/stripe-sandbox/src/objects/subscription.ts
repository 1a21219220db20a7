import type Stripe from 'stripe'
import { periodStart } from '../billing-period.ts'
import type { Checkout, Line, Plan } from '../checkout.model.ts'
import { toList } from './list.ts'
import { linesOf, seconds, secondsOrNull } from './money.ts'
import { cardOfPlan } from './payment-method.ts'
import { toPlan, toPrice } from './price.ts'

/** The subscription as Stripe returns it. */
export function toSubscription(checkout: Checkout, plan: Plan): Stripe.Subscription {
  const items = linesOf(checkout).map((line) => toItem(checkout, plan, line))
  return {
    id: plan.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: seconds(plan.anchor),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: secondsOrNull(plan.endedAt),
    cancellation_details: {
      comment: plan.cancellation.comment,
      feedback: null,
      feedback_option: null,
      reason: plan.endedAt && 'cancellation_requested',
    },
    collection_method: 'charge_automatically',
    created: seconds(plan.createdAt),
    currency: checkout.currency,
    customer: checkout.customer?.id ?? '',
    customer_account: null,
    days_until_due: null,
    default_payment_method: cardOfPlan(checkout, plan)?.id ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: secondsOrNull(plan.endedAt),
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: toList(`/v1/subscription_items?subscription=${plan.id}`, items),
    latest_invoice: plan.invoices.at(-1)?.id ?? null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: plan.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: plan.pause
      ? { behavior: 'void', resumes_at: secondsOrNull(plan.pause.resumesAt) }
      : null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: seconds(plan.anchor),
    status: plan.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  }
}

function toItem(checkout: Checkout, plan: Plan, line: Line): Stripe.SubscriptionItem {
  return {
    id: line.itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created: seconds(plan.createdAt),
    current_period_end: seconds(periodStart(plan.anchor, plan.period + 1)),
    current_period_start: seconds(periodStart(plan.anchor, plan.period)),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(checkout, line),
    price: toPrice(checkout, line),
    quantity: line.quantity,
    subscription: plan.id,
    tax_rates: [],
  }
}
