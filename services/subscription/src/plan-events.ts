import { type EventData, monthlyPrice, type SubscriptionStatus } from '@prankpost/contracts'
import { type Change, createEmitter, type OutboxEntry } from '@prankpost/messaging'
import type { UpdateQuery } from 'mongoose'
import type { Plan } from './plan.model.ts'

/** Creates the events that subscription owns. */
export const emit = createEmitter('subscription')

/** The event about a paid month. It contains the renewal terms with the price of the month, if the customer agreed to them. */
export function describeMonth(
  name: 'subscription-created' | 'subscription-renewed',
  plan: Pick<Plan, '_id' | 'agreements' | 'discount'>,
  month: Omit<EventData<'subscription-created'>, 'agreement' | 'discountCode' | 'discountCents'>,
): OutboxEntry {
  const agreed = plan.agreements?.findLast(({ amountCents }) => amountCents === month.amountCents)
  const agreement = agreed && { ...agreed, at: agreed.at.toISOString() }
  return emit(name, plan._id, {
    ...month,
    ...(agreement && { agreement }),
    discountCode: plan.discount?.code ?? null,
    discountCents: plan.discount ? monthlyPrice(month.prankCount, null) - month.amountCents : null,
  })
}

type Described = Omit<EventData<'subscription-updated'>, 'change'>

/** The data that every event contains about a plan and its change of status. */
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

/** The event about changed terms; `plan` has them already. */
export function describeChange(plan: Plan, change: EventData<'subscription-updated'>['change']): OutboxEntry {
  const next = plan.changes?.at(-1)
  return emit('subscription-updated', plan._id, {
    ...describePlan(plan, plan.status, plan.status),
    change,
    nextPrankCount: next?.prankCount ?? null,
    nextAmountCents: next?.amountCents ?? null,
    changesAt: next?.from.toISOString() ?? null,
    pausedUntil: plan.pausedUntil?.toISOString() ?? null,
  })
}

/** A change of a plan together with its events. They go to the outbox, and permanently to the plan's journal. */
export function changeWithEvents(
  set: NonNullable<UpdateQuery<Plan>['$set']>,
  events: OutboxEntry[] = [],
  unset?: UpdateQuery<Plan>['$unset'],
): Change<Plan> {
  return {
    update: {
      $set: { ...set, updatedAt: new Date() },
      ...(events.length > 0 ? { $push: { journal: { $each: journalOf(events) } } } : {}),
      ...(unset && { $unset: unset }),
    },
    events,
  }
}

/** Events as the journal stores them, without traces, which have no use later. */
export const journalOf = (events: OutboxEntry[]): OutboxEntry[] =>
  events.map(({ traceparent: _trace, ...entry }) => entry)
