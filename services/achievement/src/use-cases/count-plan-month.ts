import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

type PaidMonth = EventData<'subscription-created'> | EventData<'subscription-renewed'>

/** Counts a paid month of a plan, and the plan, once each. Either event may come first. */
export async function countPlanMonth(
  { subscriptionId, ownerId, month }: PaidMonth,
  { record }: Pick<Deps, 'record'>,
): Promise<void> {
  const at = new Date(month.paidAt)
  await record([
    { track: 'month', key: month.invoiceId, ownerId, at },
    { track: 'plan', key: subscriptionId, ownerId, at },
  ])
}
