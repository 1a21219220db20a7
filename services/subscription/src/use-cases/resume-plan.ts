import type { Subscription } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { type OwnPlan, readChangeablePlan, recordOwnTerms, setAtStripe } from './own-plan.ts'

/**
 * Ends the pause of a plan: the next period is charged. A plan that is not paused stays as it is, so a repeat changes
 * nothing; after a crash between Stripe's answer and our record, plan-changed records it.
 * @throws 404 for a plan of another customer, 409 when it has ended or is past due, 503 when payment or Stripe is unavailable
 */
export async function resumePlan(own: OwnPlan, deps: Deps): Promise<Subscription> {
  const { _id } = await readChangeablePlan(own, deps)
  const state = await setAtStripe(`/internal/plans/${_id}/pause`, { resumesAt: null }, deps)
  checkpoint('subscription:resumed-at-stripe')
  return recordOwnTerms(_id, state, deps)
}
