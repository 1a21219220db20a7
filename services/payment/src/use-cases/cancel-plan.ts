import type { PlanCancelled } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { notFound } from '@prankpost/service-kit'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { callStripe } from '../stripe-client.ts'
import { cancellationComment, recordPlanEnded } from './record-invoice.ts'

/**
 * Ends a plan at Stripe immediately and records it. A repeat, also after a crash in between or after Stripe ended the
 * plan itself, returns that it was already cancelled.
 * @throws 404 for a plan that was never paid, 503 when Stripe is unavailable
 */
export async function cancelPlan({ planId }: { planId: string }, deps: Deps): Promise<PlanCancelled> {
  const plan = await readPlan(planId, deps)
  if (plan.endedAt !== null) return answer(plan, true)
  const alreadyCancelled = await cancelAtStripe(plan.stripeSubscriptionId, deps)
  checkpoint('payment:plan-cancelled-at-stripe')
  await recordPlanEnded(plan.stripeSubscriptionId, deps)
  return answer(await readPlan(planId, deps), alreadyCancelled)
}

async function readPlan(planId: string, { payments }: Deps) {
  const plan = await payments.findOne({ _id: planId, kind: 'plan' }).lean()
  if (plan?.stripeSubscriptionId === undefined) throw notFound('There is no such plan.')
  return { ...plan, stripeSubscriptionId: plan.stripeSubscriptionId }
}

function answer({ endedAt, endedBy }: Payment, alreadyCancelled: boolean): PlanCancelled {
  return {
    cancelled: true,
    alreadyCancelled,
    endedAt: (endedAt ?? new Date()).toISOString(),
    endedBy: endedBy ?? 'customer',
  }
}

async function cancelAtStripe(stripeSubscriptionId: string, { stripe }: Deps): Promise<boolean> {
  const current = await callStripe(() => stripe.subscriptions.retrieve(stripeSubscriptionId))
  if (current.status === 'canceled') return true
  try {
    const cancellation = { cancellation_details: { comment: cancellationComment } }
    await callStripe(() => stripe.subscriptions.cancel(stripeSubscriptionId, cancellation))
    return false
  } catch (error) {
    // A concurrent call cancelled it first: Stripe answers `resource_missing` for an ended plan.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return true
    throw error
  }
}
