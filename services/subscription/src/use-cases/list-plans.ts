import { type Subscription, type SubscriptionStatus, subscription } from '@prankpost/contracts'
import { findListPage, invalid, searchFilter } from '@prankpost/service-kit'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ShownPlan, toDto } from '../plan.dto.ts'
import { type Plan, runningStatuses } from '../plan.model.ts'

export interface ListFilter {
  status?: string | undefined
  q?: string | undefined
}
interface ListPlansInput extends ListFilter {
  limit: number
  cursor?: string | undefined
}

const everActive: SubscriptionStatus[] = subscription.shape.status.options

/**
 * The operator's list, newest first: active and past-due plans, or those of the given status. `q`
 * finds words that begin with what was typed in ids, names and e-mails; `total` counts under it, up to `mostCounted`.
 * @throws 400 for an unknown status
 */
export async function listPlans(
  { limit, cursor, ...filter }: ListPlansInput,
  { plans }: Pick<Deps, 'plans'>,
): Promise<{ items: Subscription[]; total: number; nextCursor: string | null }> {
  const { documents, ...page } = await findListPage<Plan, ShownPlan>(plans, {
    filter: planFilter(filter),
    limit,
    cursor,
    projection: hiddenFields,
  })
  return { items: documents.map((plan) => toDto(plan)), ...page }
}

/** What the operator's list is narrowed to. @throws 400 for an unknown status */
export function planFilter({ status, q }: ListFilter): Pick<QueryFilter<Plan>, 'status' | 'searchTerms'> {
  return { status: { $in: statusesOf(status) }, ...searchFilter(q) }
}

// Nothing lists the plans that run, `all` ended ones with them.
function statusesOf(status: string | undefined): SubscriptionStatus[] {
  if (!status) return runningStatuses
  if (status === 'all') return everActive
  const known = everActive.find((one) => one === status)
  if (known === undefined) throw invalid('There is no such status.')
  return [known]
}
