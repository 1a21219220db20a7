import type { Subscription } from '@prankpost/contracts'
import { streamList } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ShownPlan, toDto } from '../plan.dto.ts'
import type { Plan } from '../plan.model.ts'
import { type ListFilter, planFilter } from './list-plans.ts'

/**
 * All plans of the operator's list under a filter, newest first, one at a time from a cursor.
 * @throws 400 for an unknown status
 */
export function exportPlans(filter: ListFilter, { plans }: Pick<Deps, 'plans'>): AsyncIterable<Subscription> {
  return shown(streamList<Plan, ShownPlan>(plans, { filter: planFilter(filter), projection: hiddenFields }))
}

async function* shown(found: AsyncIterable<ShownPlan>): AsyncGenerator<Subscription> {
  for await (const plan of found) yield toDto(plan)
}
