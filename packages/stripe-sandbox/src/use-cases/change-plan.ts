import type { Checkout, Plan } from '../checkout.model.ts'
import { draft, type EventDraft } from '../objects/event.ts'
import { toSubscription } from '../objects/subscription.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import type { Decide } from './context.ts'

/** The fields of a plan that a client may change; an empty metadata value removes the key. */
export interface PlanChange {
  cancelAtPeriodEnd: boolean | undefined
  description: string | undefined
  metadata: Record<string, string> | '' | undefined
}

/** The plan of a checkout that is known to have one. */
export function planOf(checkout: Checkout): Plan {
  if (!checkout.plan) throw new Error(`checkout ${checkout._id} has no plan`)
  return checkout.plan
}

/** Ends a plan now; as with Stripe, a plan that has already ended is not found. */
export function cancelPlan(cancellation: {
  comment?: string | undefined
  feedback?: string | undefined
}): Decide {
  return (checkout, { now }) => {
    const plan = planOf(checkout)
    if (plan.status === 'canceled') throw noSuch('subscription', plan.id)
    plan.cancellation = { comment: cancellation.comment ?? null, feedback: cancellation.feedback ?? null }
    return { events: endPlan(checkout, plan, now) }
  }
}

/** Marks a plan as ended at a date and emits the event. */
export function endPlan(checkout: Checkout, plan: Plan, at: Date): EventDraft[] {
  plan.status = 'canceled'
  plan.canceledAt ??= at
  plan.endedAt = at
  return [draft('customer.subscription.deleted', toSubscription(checkout, plan))]
}

/** Changes a plan's metadata, description or end; on a cancelled plan only metadata can be changed. */
export function updatePlan(change: PlanChange): Decide {
  return (checkout, { now }) => {
    const plan = planOf(checkout)
    if (
      plan.status === 'canceled' &&
      (change.cancelAtPeriodEnd !== undefined || change.description !== undefined)
    ) {
      const message = 'A canceled subscription can only update its cancellation_details and metadata.'
      throw invalidRequest(message, undefined, 'invalid_canceled_subscription_fields')
    }
    const before = toSubscription(checkout, plan)
    if (change.metadata !== undefined) plan.metadata = mergeMetadata(plan.metadata, change.metadata)
    if (change.description !== undefined) plan.description = change.description || null
    if (change.cancelAtPeriodEnd !== undefined && change.cancelAtPeriodEnd !== plan.cancelAtPeriodEnd) {
      plan.cancelAtPeriodEnd = change.cancelAtPeriodEnd
      plan.canceledAt = change.cancelAtPeriodEnd ? now : null
    }
    const after = toSubscription(checkout, plan)
    const previous = Object.fromEntries(
      Object.entries(before).filter(
        ([field, was]) => JSON.stringify(was) !== JSON.stringify(Reflect.get(after, field)),
      ),
    )
    const isChanged = Object.keys(previous).length > 0
    return { events: isChanged ? [draft('customer.subscription.updated', after, previous)] : [] }
  }
}

function mergeMetadata(
  old: Record<string, string>,
  change: Record<string, string> | '',
): Record<string, string> {
  if (change === '') return {}
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''))
}
