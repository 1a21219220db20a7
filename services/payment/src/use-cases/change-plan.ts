import type { PlanAtStripe } from '@prankpost/contracts'
import { currency } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { conflict, notFound } from '@prankpost/service-kit'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { describeTerms } from '../plan-state.ts'
import { callStripe } from '../stripe-client.ts'
import { recordTerms } from './settle-plan.ts'

/**
 * Sets the price of a plan from its next invoice on, without proration. The call sets a state, so a repeat changes nothing.
 * After a crash between Stripe's answer and our record, Stripe's event or a repeated call records it.
 * @throws 404 for a plan that was never paid, 409 when it has ended, 503 when Stripe is unavailable
 */
export async function setPlanPrice(
  { planId, prankCount, amountCents }: { planId: string; prankCount: number; amountCents: number },
  deps: Deps,
): Promise<PlanAtStripe> {
  return updatePlan(planId, deps, async (subscriptionId) => {
    const { items } = await callStripe(() => deps.stripe.subscriptions.retrieve(subscriptionId))
    const [item] = items.data
    if (item === undefined) throw new Error(`subscription ${subscriptionId} has no item`)
    const product = typeof item.price.product === 'string' ? item.price.product : item.price.product.id
    return {
      proration_behavior: 'none',
      metadata: { prankCount: String(prankCount) },
      items: [
        {
          id: item.id,
          quantity: 1,
          price_data: { currency, product, unit_amount: amountCents, recurring: { interval: 'month' } },
        },
      ],
    }
  })
}

/**
 * Pauses a plan until a date: Stripe voids the invoices until then, and resumes by itself. Null resumes at once. The call
 * sets a state, like `setPlanPrice`, with the same repair after a crash.
 * @throws 404 for a plan that was never paid, 409 when it has ended, 503 when Stripe is unavailable
 * @see https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export async function setPlanPause(
  { planId, resumesAt }: { planId: string; resumesAt: string | null },
  deps: Deps,
): Promise<PlanAtStripe> {
  return updatePlan(planId, deps, async () => ({
    pause_collection:
      resumesAt === null
        ? ''
        : { behavior: 'void', resumes_at: Math.floor(new Date(resumesAt).getTime() / 1000) },
  }))
}

async function updatePlan(
  planId: string,
  deps: Deps,
  paramsOf: (subscriptionId: string) => Promise<Stripe.SubscriptionUpdateParams>,
): Promise<PlanAtStripe> {
  const plan = await deps.payments.findOne({ _id: planId, kind: 'plan' }).lean()
  const id = plan?.stripeSubscriptionId
  if (plan === null || id === undefined) throw notFound('There is no such plan.')
  if (plan.endedAt !== null) throw ended()
  try {
    const params = await paramsOf(id)
    await callStripe(() => deps.stripe.subscriptions.update(id, params))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const { status } = await callStripe(() => deps.stripe.subscriptions.retrieve(id))
    throw status === 'canceled' ? ended() : error
  }
  checkpoint('payment:plan-changed-at-stripe')
  const { terms, periodEnd } = await recordTerms(plan, deps)
  return describeTerms(terms, periodEnd)
}

const ended = () => conflict('This plan has ended.')
