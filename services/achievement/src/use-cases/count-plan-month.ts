import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { recordThings } from '../record-things.ts'

type PaidMonth = EventData<'subscription-created'> | EventData<'subscription-renewed'>

/** Counts a paid month of a plan, and the plan, once each, by whichever month is told first. */
export async function countPlanMonth(
  { subscriptionId, ownerId, month }: PaidMonth,
  { progress }: Pick<Deps, 'progress'>,
): Promise<void> {
  const at = new Date(month.paidAt)
  await recordThings(
    [
      { track: 'month', key: month.invoiceId, ownerId, at },
      { track: 'plan', key: subscriptionId, ownerId, at },
    ],
    progress,
  )
}
