import type { EventData } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { unlessDuplicate } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { type Plan, type PlanMonth, planSearchTerms } from '../plan.model.ts'
import { changeWithEvents, describeMonth, describePlan, journalOf } from '../plan-events.ts'
import { reminderFor } from '../plan-terms.ts'

type Paid = EventData<'plan-paid'>
type NewPlan = Omit<Plan, 'outbox' | 'revision'>

/**
 * Makes a plan active with its first paid month and emits subscription-created, once. An unknown plan is created from
 * the payment's data, because the customer has paid for it. A repeat changes nothing.
 */
export async function markPlanPaid(paid: Paid, deps: Deps): Promise<void> {
  const activate = () =>
    deps.outbox.change({ _id: paid.planId }, (plan) =>
      plan.status === 'pending' ? activation(plan, paid) : null,
    )
  if ((await activate()) !== null) return
  const [plan, events] = planFrom(paid)
  if (await insert({ ...plan, liveKey: paid.ownerId }, events, deps)) return
  // The customer has another live plan. Both were paid, so both are kept.
  if (await insert(plan, events, deps)) return
  await activate()
}

function activation(plan: Plan, paid: Paid) {
  const { stripeSubscriptionId, month } = paid
  const active = { ...plan, stripeSubscriptionId }
  const nextChargeAt = new Date(month.periodEnd)
  return changeWithEvents(
    {
      ...reminderFor({ status: 'active', nextChargeAt }).$set,
      status: 'active',
      stripeSubscriptionId,
      months: [toMonth(month, plan.prankCount)],
      startedAt: new Date(month.paidAt),
      searchTerms: planSearchTerms(active),
    },
    [created(active, paid)],
  )
}

function planFrom(paid: Paid): [NewPlan, OutboxEntry[]] {
  const { planId: _id, ownerId, customer, prankCount, amountCents, stripeSubscriptionId, month } = paid
  const now = new Date()
  const plan: NewPlan = {
    _id,
    ownerId,
    customer,
    prankCount,
    amountCents,
    stripeSubscriptionId,
    status: 'active',
    months: [toMonth(month, prankCount)],
    ...reminderFor({ status: 'active', nextChargeAt: new Date(month.periodEnd) }).$set,
    failedThrough: null,
    lastFulfillmentDate: null,
    startedAt: new Date(month.paidAt),
    cancelledAt: null,
    journal: [],
    searchTerms: planSearchTerms({ _id, ownerId, customer, stripeSubscriptionId }),
    createdAt: now,
    updatedAt: now,
  }
  const events = [created(plan, paid)]
  return [{ ...plan, journal: journalOf(events) }, events]
}

async function insert(plan: NewPlan, events: OutboxEntry[], { outbox, log }: Deps): Promise<boolean> {
  if (!(await unlessDuplicate(outbox.insert(plan, events)))) return false
  log.warn({ planId: plan._id }, 'created an unknown plan from its payment')
  return true
}

/** The amount of the month is the paid amount, even if the plan's price differs. */
const created = (plan: Plan | NewPlan, { month, amountCents }: Paid) =>
  describeMonth('subscription-created', plan, { ...describePlan(plan, null, 'active'), amountCents, month })

/** A paid month as the plan stores it. */
export const toMonth = (
  { invoiceId, periodStart, periodEnd, paidAt }: Paid['month'],
  prankCount: number,
): PlanMonth => ({
  invoiceId,
  periodStart: new Date(periodStart),
  periodEnd: new Date(periodEnd),
  paidAt: new Date(paidAt),
  parcelsShipped: 0,
  prankCount,
})
