import { type Subscription, type SubscriptionStatus, subscription } from '@prankpost/contracts'
import { invalid, searchFilter } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { hiddenFields, toDto } from '../plan.dto.ts'

interface ListPlansInput {
  limit: number
  cursor?: string | undefined
  status?: string | undefined
  q?: string | undefined
}

/** What `status` may be besides a status: nothing lists the plans that run, `all` ended ones with them. */
const running: SubscriptionStatus[] = ['active', 'past_due']
const everActive: SubscriptionStatus[] = subscription.shape.status.options

/**
 * The operator's list, newest first: active and past-due plans, or those of the given status. `q`
 * finds words that begin with what was typed in ids, names and e-mails; `total` counts under the filter.
 * @throws 400 for an unknown status
 */
export async function listPlans(
  { limit, cursor, status, q }: ListPlansInput,
  { plans }: Pick<Deps, 'plans'>,
): Promise<{ items: Subscription[]; total: number; nextCursor: string | null }> {
  const filter = { status: { $in: statusesOf(status) }, ...searchFilter(q) }
  const [total, found] = await Promise.all([
    plans.countDocuments(filter),
    plans
      .find(cursor ? { ...filter, _id: { $lt: cursor } } : filter, hiddenFields)
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean(),
  ])
  const items = found.slice(0, limit).map((plan) => toDto(plan))
  return { items, total, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

function statusesOf(status: string | undefined): SubscriptionStatus[] {
  if (!status) return running
  if (status === 'all') return everActive
  const known = everActive.find((one) => one === status)
  if (known === undefined) throw invalid('There is no such status.')
  return [known]
}
