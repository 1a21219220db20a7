import type { EventData, SubscriptionStatus } from '@prankpost/contracts'
import { type Change, createEmitter, type OutboxEntry } from '@prankpost/messaging'
import type { UpdateQuery } from 'mongoose'
import type { Plan } from './plan.model.ts'

/** Makes events that subscription owns. */
export const emit = createEmitter('subscription')

type Described = Omit<EventData<'subscription-updated'>, 'change'>

/** What each event says of a plan that goes from one status to another. */
export function describePlan(
  plan: Plan | Omit<Plan, 'outbox' | 'revision'>,
  previousStatus: SubscriptionStatus | null,
  status: SubscriptionStatus,
): Described {
  return {
    subscriptionId: plan._id,
    ownerId: plan.ownerId,
    customer: plan.customer,
    stripeSubscriptionId: plan.stripeSubscriptionId ?? '',
    prankCount: plan.prankCount,
    amountCents: plan.amountCents,
    previousStatus,
    status,
    at: new Date().toISOString(),
  }
}

/** Changes a plan and tells it, to the others by the outbox and for good in the plan's journal. */
export function tell(set: NonNullable<UpdateQuery<Plan>['$set']>, events: OutboxEntry[]): Change<Plan> {
  return {
    update: {
      $set: { ...set, updatedAt: new Date() },
      ...(events.length > 0 ? { $push: { journal: { $each: journalOf(events) } } } : {}),
    },
    events,
  }
}

/** Events as the journal keeps them: a trace is of no use to who reads them later. */
export const journalOf = (events: OutboxEntry[]): OutboxEntry[] =>
  events.map(({ traceparent: _trace, ...entry }) => entry)
