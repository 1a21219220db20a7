import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { idOf } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'
import { settlePlan } from './settle-plan.ts'

/**
 * Reads the running plans of a Stripe customer whose default card may be new, and charges those that are past due. Does
 * nothing for a customer of another shop. Safe to repeat.
 * @throws 503 when Stripe is unavailable
 */
export async function settlePlansOf(stripeCustomerId: string, deps: Deps): Promise<void> {
  const customer = await deps.customers.findOne({ stripeCustomerId }).lean()
  if (customer === null) return
  const running = { kind: 'plan', endedAt: null, stripeSubscriptionId: { $exists: true } } as const
  const plans = await deps.payments.find({ ownerId: customer._id, ...running }).lean()
  for (const { stripeSubscriptionId } of plans) {
    if (stripeSubscriptionId !== undefined) await settlePlan(stripeSubscriptionId, deps)
  }
}

/** The same for the customer that a card was attached to. */
export async function settleNewCard(paymentMethodId: string, deps: Deps): Promise<void> {
  const customerId = await readCustomerOf(paymentMethodId, deps)
  if (customerId !== null) await settlePlansOf(customerId, deps)
}

/** Null for a card that was removed again. */
async function readCustomerOf(paymentMethodId: string, { stripe }: Deps): Promise<string | null> {
  try {
    return idOf((await callStripe(() => stripe.paymentMethods.retrieve(paymentMethodId))).customer)
  } catch (error) {
    const isUnknown =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    if (isUnknown) return null
    throw error
  }
}
