import { type PlanAtStripe, planAtStripe, type Subscription } from '@prankpost/contracts'
import { AppError, conflict, notFound, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toDto } from '../plan.dto.ts'
import type { Plan } from '../plan.model.ts'
import { applyTerms } from '../plan-terms.ts'

export interface OwnPlan {
  planId: string
  user: SessionUser
}

const unknown = () => notFound('We could not find this subscription.')
const ended = () => conflict('This plan has ended. You can start a new one.')

/**
 * The customer's own plan, if its terms can be changed.
 * @throws 404 for a plan of another customer or one that was never active, 409 when it has ended or is past due
 */
export async function readChangeablePlan({ planId, user }: OwnPlan, { plans }: Deps): Promise<Plan> {
  const plan = await plans.findOne({ _id: planId, ownerId: user.id }).lean()
  if (plan === null || plan.status === 'pending') throw unknown()
  if (plan.status === 'cancelled') throw ended()
  if (plan.status === 'past_due') {
    throw conflict(
      'Your last payment failed. Please replace your card in Account first; then you can change your plan.',
    )
  }
  return plan
}

/** Calls payment about a plan. @throws 409 when it ended meanwhile, 503 when payment or Stripe is unavailable */
export async function setAtStripe(path: string, body: object, { payment }: Deps): Promise<PlanAtStripe> {
  try {
    return await payment.post(path, planAtStripe, body)
  } catch (error) {
    throw error instanceof AppError && error.code === 'conflict' ? ended() : error
  }
}

/** Records the terms that Stripe has now, as plan-changed does: whichever comes first. Returns the plan as it is then. */
export async function recordOwnTerms(
  planId: string,
  state: PlanAtStripe,
  { plans, outbox }: Deps,
): Promise<Subscription> {
  await outbox.change({ _id: planId }, (plan) => applyTerms(plan, state))
  const plan = await plans.findById(planId).lean()
  if (plan === null) throw unknown()
  return toDto(plan)
}
