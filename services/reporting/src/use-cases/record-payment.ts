import type { EventData } from '@prankpost/contracts'
import type { CloudEvent } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import type { PlanState } from '../plan.model.ts'
import { mergePlan } from '../plan-figures.ts'
import { project } from '../projected.ts'
import { plansOf, purchasesOf } from '../projections.ts'
import { mergePurchase } from '../purchase-facts.ts'

/** Records a paid one-time order. A repeat changes nothing. */
export async function recordOrder(
  { orderId, items, totalCents, discountCode, discountCents, paidAt }: EventData<'order-paid'>,
  deps: Deps,
): Promise<void> {
  await project(purchasesOf(deps), orderId, (known) =>
    mergePurchase(known, {
      type: 'once',
      paidAt: new Date(paidAt),
      totalCents,
      discountCode: discountCode ?? null,
      discountCents: discountCents ?? 0,
      items: items.map(({ prank, quantity, priceCents }) => ({
        prankId: prank.id,
        name: prank.name,
        quantity,
        cents: priceCents * quantity,
      })),
    }),
  )
}

/**
 * Records a paid month, and the state of its plan. Both writes can be repeated: a message that was handled halfway is
 * redelivered.
 */
export async function recordMonth(
  event: CloudEvent<'subscription-created'> | CloudEvent<'subscription-renewed'>,
  deps: Deps,
): Promise<void> {
  const { month, amountCents, discountCode = null, discountCents } = event.data
  await project(purchasesOf(deps), month.invoiceId, (known) =>
    mergePurchase(known, {
      ...{ type: 'month', paidAt: new Date(month.paidAt), totalCents: amountCents, discountCode },
      discountCents: discountCents ?? 0,
    }),
  )
  await recordPlan(event, deps)
}

type PlanEvent = { id: string } & (
  | { type: 'subscription-created' | 'subscription-renewed'; data: EventData<'subscription-created'> }
  | { type: 'subscription-updated'; data: EventData<'subscription-updated'> }
  | { type: 'subscription-cancelled'; data: EventData<'subscription-cancelled'> }
)

/** Records the state of a plan that an event reports. A repeat changes nothing. */
export async function recordPlan(event: PlanEvent, deps: Pick<Deps, 'plans'>): Promise<void> {
  await project(plansOf(deps), event.data.subscriptionId, (known) => mergePlan(known, planStates(event)))
}

/** The state that an event reports. A plan starts when its first month is paid. */
export function planStates({ id, type, data }: PlanEvent): PlanState[] {
  const { at, status, amountCents } = data
  const since = type === 'subscription-created' ? data.month.paidAt : at
  return [{ id, at: new Date(since), status: status as PlanState['status'], amountCents }]
}
