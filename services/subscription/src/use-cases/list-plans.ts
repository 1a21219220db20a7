import { type AnswerOf, type QueryOf, type SubscriptionStatus, subscription } from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ShownPlan, toDto } from '../plan.dto.ts'
import { type Plan, runningStatuses } from '../plan.model.ts'

const everActive: SubscriptionStatus[] = subscription.shape.status.options

/**
 * The operator's list, newest first: active and past-due plans, or those with the given status. `q` matches the
 * beginning of words in ids, names and e-mails. `total` counts the matching plans, up to `mostCounted`.
 * @throws 400 for an unknown status
 */
export async function listPlans(
  { limit, cursor, ...filter }: QueryOf<'GET /api/admin/subscriptions'>,
  { plans }: Pick<Deps, 'plans'>,
): Promise<AnswerOf<'GET /api/admin/subscriptions'>> {
  const { documents, ...page } = await findListPage<Plan, ShownPlan>(plans, {
    filter: planFilter(filter),
    limit,
    cursor,
    projection: hiddenFields,
  })
  return { items: documents.map((plan) => toDto(plan)), ...page }
}

/** The database filter of the operator's list and its export. @throws 400 for an unknown status */
export function planFilter({
  status,
  q,
}: QueryOf<'GET /api/admin/subscriptions/export'>): Pick<QueryFilter<Plan>, 'status' | 'searchTerms'> {
  return { status: { $in: statusesOf(status) }, ...searchFilter(q) }
}

// Without a status the running plans are listed; `all` also includes the ended ones.
function statusesOf(status: string | undefined): SubscriptionStatus[] {
  if (!status) return runningStatuses
  if (status === 'all') return everActive
  const known = everActive.find((one) => one === status)
  if (known === undefined) throw invalid('There is no such status.')
  return [known]
}
