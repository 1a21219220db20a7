import type { EventData, SubscriptionStatus } from '@prankpost/contracts'
import type { Plan } from '../../services/subscription/src/plan.model.ts'
import { describeMonth, describePlan, emit, journalOf } from '../../services/subscription/src/plan-events.ts'
import type { PlanStory, StoryMonth } from './plan-story.ts'
import { createRandom, type Random } from './random.ts'

type Entry = Plan['journal'][number]
type PlanDescription = Parameters<typeof describePlan>[0]

/** Every event of a plan's story as the plan's journal stores it, in the order of time. */
export function journalOfStory(story: PlanStory, plan: PlanDescription): Entry[] {
  const random = createRandom(story.id, 'events')
  const open = story.failures.find(({ recoveredAt }) => recoveredAt === null)
  const months = story.months.flatMap((month, number) =>
    number === 0 ? [created(plan, month)] : renewed(plan, month, story),
  )
  return journalOf([
    ...months,
    ...(open === undefined ? [] : [changed(plan, 'past_due', open.failedAt)]),
    ...(story.end === null ? [] : [ended(plan, story.end, open === undefined ? 'active' : 'past_due')]),
  ]).map((entry) => dated(entry, random))
}

// An event has the time of the change that it reports, and an id from the seed.
const dated = (entry: Entry, random: Random): Entry => ({
  ...entry,
  id: random.uuid(),
  time: new Date((entry.data as { at: string }).at),
})

const describe = (
  plan: PlanDescription,
  from: SubscriptionStatus | null,
  to: SubscriptionStatus,
  at: Date,
) => ({
  ...describePlan(plan, from, to),
  at: at.toISOString(),
})

const created = (plan: PlanDescription, month: StoryMonth) =>
  describeMonth('subscription-created', plan, {
    ...describe(plan, null, 'active', month.paidAt),
    month: monthOf(month),
  })

function renewed(plan: PlanDescription, month: StoryMonth, { failures }: PlanStory): Entry[] {
  const failure = failures.find(({ periodStart }) => periodStart.getTime() === month.periodStart.getTime())
  const from = failure === undefined ? 'active' : 'past_due'
  const described = describe(plan, from, 'active', month.paidAt)
  const renewal = describeMonth('subscription-renewed', plan, { ...described, month: monthOf(month) })
  if (failure === undefined) return [renewal]
  const recovered = emit('subscription-updated', plan._id, { ...described, change: 'recovered' })
  return [changed(plan, 'past_due', failure.failedAt), renewal, recovered]
}

const changed = (plan: PlanDescription, change: 'past_due', at: Date) =>
  emit('subscription-updated', plan._id, { ...describe(plan, 'active', 'past_due', at), change })

const ended = (plan: PlanDescription, end: NonNullable<PlanStory['end']>, from: SubscriptionStatus) =>
  emit('subscription-cancelled', plan._id, {
    ...describe(plan, from, 'cancelled', end.at),
    cancelledBy: end.by,
  })

const monthOf = (month: StoryMonth): EventData<'subscription-created'>['month'] => ({
  invoiceId: month.invoiceId,
  paymentIntentId: month.paymentIntentId,
  periodStart: month.periodStart.toISOString(),
  periodEnd: month.periodEnd.toISOString(),
  paidAt: month.paidAt.toISOString(),
})
