import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { type Order, statusEntry } from '../order.model.ts'

type Plan = Pick<EventData<'subscription-cancelled'>, 'subscriptionId' | 'at'>

/**
 * Closes the months of a plan that has ended: nothing more of them is sent. A month with shipped parcels becomes
 * `shipped`, a month without any becomes `cancelled`. A status that the operator set stays. A repeat changes nothing.
 * @throws NotYet when no month of the plan is recorded here yet
 */
export async function closePlan(plan: Plan, deps: Pick<Deps, 'orders' | 'outbox'>): Promise<void> {
  const knownMonth = await deps.orders.exists({ 'plan.subscriptionId': plan.subscriptionId })
  if (knownMonth === null) throw new NotYet(`first month of plan ${plan.subscriptionId}`)
  await closeMonths(plan, deps)
}

/**
 * Closes every open month of a plan, each in its own write. It repeats until it finds none, because a month may be
 * stored while it runs. After a crash between two months the message is redelivered and the remaining months are
 * closed.
 */
export async function closeMonths(
  { subscriptionId, at }: Plan,
  { orders, outbox }: Pick<Deps, 'orders' | 'outbox'>,
): Promise<void> {
  for (;;) {
    const open = await orders.find(openMonthsOf(subscriptionId), { _id: 1 }).lean()
    if (open.length === 0) return
    for (const { _id } of open) await outbox.change({ _id }, (order) => close(order, new Date(at)))
  }
}

/** Whether a month of the plan is not closed yet. */
export const hasOpenMonth = async (subscriptionId: string, { orders }: Pick<Deps, 'orders'>) =>
  (await orders.exists(openMonthsOf(subscriptionId))) !== null

/** Whether the end of the plan was recorded here: one of its months is closed. */
export const isPlanClosed = async (subscriptionId: string, { orders }: Pick<Deps, 'orders'>) =>
  (await orders.exists({ 'plan.subscriptionId': subscriptionId, 'plan.endedAt': { $ne: null } })) !== null

const openMonthsOf = (subscriptionId: string) => ({
  'plan.subscriptionId': subscriptionId,
  'plan.endedAt': null,
})

function close(order: Order, endedAt: Date) {
  if (order.plan === null || order.plan.endedAt) return null
  const isToSend = order.status === 'paid' || order.status === 'processing'
  if (!isToSend) return { update: { $set: { 'plan.endedAt': endedAt } } }
  const status: Order['status'] = order.items.length > 0 ? 'shipped' : 'cancelled'
  return {
    update: {
      $set: { 'plan.endedAt': endedAt, status },
      $push: { statusHistory: statusEntry(status, 'subscription') },
    },
  }
}
