import type { Subscription } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { hiddenFields, toDto } from '../plan.dto.ts'

const maxPlans = 100

/** A customer's plans that were ever active, newest first; the newest 100 of them. */
export async function listOwnPlans(
  { ownerId }: { ownerId: string },
  { plans }: Pick<Deps, 'plans'>,
): Promise<Subscription[]> {
  const found = await plans
    .find({ ownerId, startedAt: { $gt: new Date(0) } }, hiddenFields)
    .sort({ startedAt: -1 })
    .limit(maxPlans)
    .lean()
  return found.map((plan) => toDto(plan))
}
