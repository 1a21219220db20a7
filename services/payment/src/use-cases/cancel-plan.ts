import { notFound } from '@prankpost/service-kit'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { callStripe } from '../stripe-client.ts'
import { recordPlanEnded } from './record-invoice.ts'

/**
 * Ends a plan at Stripe at once and records it. A repeat, also after a crash in between or after
 * Stripe's own end of the plan, answers that it was cancelled already.
 * @throws 404 for a plan that was never paid, 503 when Stripe is away
 */
export async function cancelPlan(
  { planId }: { planId: string },
  deps: Deps,
): Promise<{ cancelled: true; alreadyCancelled: boolean }> {
  const plan = await deps.payments.findOne({ _id: planId, kind: 'plan' }).lean()
  if (plan?.stripeSubscriptionId === undefined) throw notFound('There is no such plan.')
  if (plan.endedAt !== null) return { cancelled: true, alreadyCancelled: true }
  const alreadyCancelled = await cancelAtStripe(plan.stripeSubscriptionId, deps)
  await recordPlanEnded(plan.stripeSubscriptionId, deps)
  return { cancelled: true, alreadyCancelled }
}

async function cancelAtStripe(stripeSubscriptionId: string, { stripe }: Deps): Promise<boolean> {
  const current = await callStripe(() => stripe.subscriptions.retrieve(stripeSubscriptionId))
  if (current.status === 'canceled') return true
  try {
    await callStripe(() => stripe.subscriptions.cancel(stripeSubscriptionId))
    return false
  } catch (error) {
    // Two cancellations at once: Stripe does not know an ended plan any more.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return true
    throw error
  }
}
