import { renewalConsent, type Subscription } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { Plan } from '../plan.model.ts'
import { priceOf } from '../plan-terms.ts'
import { type OwnPlan, readChangeablePlan, recordOwnTerms, setAtStripe } from './own-plan.ts'

/**
 * Changes the number of pranks a month from the next period on: first the price at Stripe, without proration, then here.
 * The present number removes a planned change. A repeat changes nothing; after a crash in between, plan-changed records the
 * change. The renewal terms are stored before it, so that no price is changed without them.
 * @throws 404 for a plan of another customer, 409 when it has ended or is past due, 503 when payment or Stripe is unavailable
 */
export async function changePlan(
  { prankCount, ...own }: OwnPlan & { prankCount: number },
  deps: Deps,
): Promise<Subscription> {
  const plan = await readChangeablePlan(own, deps)
  const terms = { prankCount, amountCents: priceOf(plan, prankCount) }
  await storeConsent(plan, terms.amountCents, deps)
  const state = await setAtStripe(`/internal/plans/${plan._id}/change`, terms, deps)
  checkpoint('subscription:changed-at-stripe')
  return recordOwnTerms(plan._id, state, deps)
}

/** Stores the terms of a new price, once; the price that was agreed to last needs no new consent. */
async function storeConsent(
  { _id }: Pick<Plan, '_id'>,
  amountCents: number,
  { outbox, texts }: Deps,
): Promise<void> {
  const consent = renewalConsent(amountCents, 'changing', await texts.labelOf('terms'))
  const agreement = { ...consent, at: new Date() }
  await outbox.change({ _id }, ({ agreements, ...plan }) => {
    const agreedCents = agreements ? agreements.at(-1)?.amountCents : plan.amountCents
    return agreedCents === amountCents ? null : { update: { $push: { agreements: agreement } } }
  })
}
