import type { EventData } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { changeWithEvents, describePlan, emit } from '../plan-events.ts'

type Ended = Pick<EventData<'plan-ended'>, 'planId' | 'endedAt' | 'endedBy'>

/**
 * Ends a plan once and emits subscription-cancelled. The first report counts: the customer's call or Stripe's event. The
 * unsent pranks are refunded, unless the customer chose before to have them sent. A repeat changes nothing.
 * @throws NotYet while the plan's first month is not recorded here
 */
export async function endPlan(
  { planId, endedAt, endedBy }: Ended,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  const result = await outbox.change({ _id: planId }, (plan) => {
    if (plan.status === 'pending') throw new NotYet(`first month of plan ${planId}`)
    if (plan.status === 'cancelled') return null
    const described = describePlan(plan, plan.status, 'cancelled')
    const unsent = endedBy === 'customer' ? (plan.unsent ?? 'refund') : 'refund'
    const event = emit('subscription-cancelled', planId, { ...described, cancelledBy: endedBy, unsent })
    const cancelledAt = new Date(endedAt)
    const set = { status: 'cancelled', cancelledAt, unsent } as const
    return changeWithEvents(set, [event], { liveKey: 1, remindAt: 1 })
  })
  if (result === null) throw new NotYet(`plan ${planId}`)
}
