import type Stripe from 'stripe'
import { type Deps, emit } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { changeWithEvent } from '../payment-events.ts'
import {
  describeTerms,
  type PlanTerms,
  periodEndOf,
  sameTerms,
  termsAtStripe,
  termsOf,
} from '../plan-state.ts'
import { callStripe } from '../stripe-client.ts'
import { payWithNewCard } from './pay-with-new-card.ts'

/** What is read together with a subscription: the cards between which `payWithNewCard` decides. */
const expanded = ['default_payment_method', 'customer.invoice_settings.default_payment_method']
const maxAttempts = 10

/**
 * Reads a plan from Stripe, records its price and its pause, and emits plan-changed once for each state; a past-due plan
 * with a new card is charged. Webhooks, the sweep and our own calls run this, in any sequence and any number of times.
 * Does nothing for a subscription of another shop.
 * @throws 503 when Stripe is unavailable
 */
export async function settlePlan(stripeSubscriptionId: string, deps: Deps): Promise<void> {
  const subscription = await callStripe(() =>
    deps.stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: expanded }),
  )
  const planId = subscription.metadata.id
  if (planId === undefined) return
  const plan = await deps.payments.findOne({ _id: planId, stripeSubscriptionId }).lean()
  // Until its session is settled the plan has the terms that it was bought with.
  if (plan === null || plan.endedAt !== null || subscription.status === 'canceled') return
  await recordTerms(plan, deps)
  await payWithNewCard(plan, subscription, deps)
}

/**
 * Records the plan's present terms at Stripe, and that the unpaid month which began at `dropped` is not collected any more,
 * with their event. Stripe is read after our record, and the record is written only if it did not change meanwhile: an older
 * answer never replaces a newer one, also in another process. One write, so a crash leaves both or neither; a repeat finds
 * the terms recorded.
 */
export async function recordTerms(
  { _id, stripeSubscriptionId = '' }: Pick<Payment, '_id' | 'stripeSubscriptionId'>,
  deps: Deps,
  dropped: Date | null = null,
): Promise<{ terms: PlanTerms; periodEnd: Date }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const plan = await deps.payments.findById(_id).lean()
    if (plan === null) throw new Error(`plan ${_id} was removed`)
    const subscription = await callStripe(() => deps.stripe.subscriptions.retrieve(stripeSubscriptionId))
    const recorded = await recordRead(plan, subscription, dropped, deps)
    if (recorded !== null) return { terms: recorded, periodEnd: periodEndOf(subscription) }
  }
  throw new Error(`plan ${_id}: ${maxAttempts} attempts in a row conflicted with other changes`)
}

/** Returns null when the plan's document changed after it was read. */
async function recordRead(
  plan: Payment,
  subscription: Stripe.Subscription,
  dropped: Date | null,
  { outbox }: Deps,
): Promise<PlanTerms | null> {
  const known = termsOf(plan)
  const now = termsAtStripe(subscription, known)
  // Of an ended plan only the end is reported.
  const isNews = dropped !== null && dropped > (known.droppedThrough ?? new Date(0))
  if (isNews && subscription.status !== 'canceled') now.droppedThrough = dropped
  if (sameTerms(known, now)) return known
  const terms = { ...now, at: new Date(Math.max(Date.now(), known.at.getTime() + 1)) }
  const event = emit('plan-changed', plan._id, {
    planId: plan._id,
    stripeSubscriptionId: subscription.id,
    ...describeTerms(terms, periodEndOf(subscription)),
  })
  let isOutdated = false
  await outbox.change({ _id: plan._id }, ({ revision }) => {
    isOutdated = revision !== plan.revision
    return isOutdated ? null : changeWithEvent({ $set: { terms } }, event)
  })
  return isOutdated ? null : terms
}
