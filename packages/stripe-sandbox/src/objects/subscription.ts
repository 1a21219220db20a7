import type Stripe from 'stripe'
import { periodStart } from '../billing-period.ts'
import type { Checkout, Line, Plan } from '../checkout.model.ts'
import { toList } from './list.ts'
import { linesOf, seconds, secondsOrNull } from './money.ts'
import { cardOfPlan } from './payment-method.ts'
import { toPlan, toPrice } from './price.ts'
import { nulls } from './wire.ts'

/** The subscription as Stripe returns it. */
export function toSubscription(checkout: Checkout, plan: Plan): Stripe.Subscription {
  const items = linesOf(checkout).map((line) => toItem(checkout, plan, line))
  return {
    id: plan.id,
    object: 'subscription',
    ...nulls(
      'application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at',
      'customer_account days_until_due default_source description next_pending_invoice_item_invoice',
      'on_behalf_of pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock',
      'transfer_data trial_end trial_start',
    ),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: seconds(plan.anchor),
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
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
    default_payment_method: cardOfPlan(checkout, plan)?.id ?? null,
    default_tax_rates: [],
    discounts: [],
    ended_at: secondsOrNull(plan.endedAt),
    invoice_settings: {
      ...nulls('account_tax_ids custom_fields description footer'),
      issuer: { type: 'self' },
    },
    items: toList(`/v1/subscription_items?subscription=${plan.id}`, items),
    latest_invoice: plan.invoices.at(-1)?.id ?? null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: plan.metadata,
    pause_collection: plan.pause
      ? { behavior: 'void', resumes_at: secondsOrNull(plan.pause.resumesAt) }
      : null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: seconds(plan.anchor),
    status: plan.status,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
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
