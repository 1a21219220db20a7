import { planCancelled, type UnsentChoice } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { notFound, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { endPlan } from './end-plan.ts'

const already = 'Your subscription was cancelled already.'

/**
 * Cancels the customer's own plan, first at Stripe, with immediate effect. `unsent` is what happens to the pranks of
 * paid months that are not sent yet. A repeat returns that the plan was cancelled already. After a crash following
 * Stripe's answer, Stripe's event or a repeated call completes the cancellation.
 * @throws 404 for a plan of another customer or one that was never active, 503 when payment or Stripe is unavailable
 */
export async function cancelPlan(
  { planId, user, unsent }: { planId: string; user: SessionUser; unsent: UnsentChoice },
  deps: Deps,
): Promise<{ message: string }> {
  const plan = await deps.plans.findOne({ _id: planId, ownerId: user.id }, { status: 1 }).lean()
  if (plan === null || plan.status === 'pending') throw notFound('We could not find this subscription.')
  if (plan.status === 'cancelled') return { message: already }
  await noteUnsent(planId, unsent, deps)
  checkpoint('subscription:unsent-noted')
  const ended = await deps.payment.post(`/internal/plans/${planId}/cancel`, planCancelled, {})
  checkpoint('subscription:cancelled-at-stripe')
  await endPlan({ planId, ...ended }, deps)
  return {
    message: ended.alreadyCancelled
      ? already
      : 'Your subscription has been cancelled. No future payments will be charged.',
  }
}

/**
 * Stores the choice first, because Stripe's event may end the plan. Refunds need no record: they are the default. A repeat
 * changes nothing.
 */
export async function noteUnsent(
  planId: string,
  unsent: UnsentChoice,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  await outbox.change({ _id: planId }, (plan) =>
    plan.status === 'cancelled' || (plan.unsent ?? 'refund') === unsent
      ? null
      : { update: { $set: { unsent } } },
  )
}
