import type { Deps } from '../deps.ts'
import { orderEntry } from '../log-entry.ts'
import { findPlansOf, keepEntries, runningPlan } from '../log-store.ts'
import type { OrderPaidEvent } from '../reported-event.ts'

/**
 * Records a subscriber's one-time order once, even if it is delivered several times. A subscriber is a customer who, as
 * far as it is recorded here, had a running plan when the order was paid. An order that is delivered before the start
 * of its customer's plan has no entry until the next rebuild: it cannot wait for a plan, because most customers have
 * none.
 */
export async function recordOneTimeOrder(event: OrderPaidEvent, { logs }: Pick<Deps, 'logs'>): Promise<void> {
  const { ownerId, paidAt } = event.data
  if (ownerId === null) return
  const plans = await findPlansOf([ownerId], logs)
  const plan = runningPlan(plans.get(ownerId), new Date(paidAt))
  if (plan !== undefined) await keepEntries([orderEntry(event, plan)], logs)
}
