import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { applyTerms } from '../plan-terms.ts'

/**
 * Records the price and the pause that a plan has at Stripe, also when a pause ended by itself. One write with its events; a
 * copy, and a state that is older than the recorded one, change nothing.
 * @throws NotYet while the plan's first month is not recorded here
 */
export async function followTerms(
  { planId, ...state }: EventData<'plan-changed'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const result = await outbox.change({ _id: planId }, (plan) => applyTerms(plan, state))
  if (result === null) throw new NotYet(`plan ${planId}`)
}
