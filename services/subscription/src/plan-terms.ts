import { discountedPriceCents, type EventData, monthlyPrice, type PlanAtStripe } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { NotYet } from '@prankpost/messaging'
import { billingDateFrom, noticeMs } from './billing-dates.ts'
import { currentMonth, isPastDue, type Plan, type PlannedChange } from './plan.model.ts'
import { changeWithEvents, describeChange, describePlan, emit } from './plan-events.ts'

/** The price of a month with this many pranks, with the plan's discount. */
export const priceOf = (plan: Pick<Plan, 'amountCents' | 'discount'>, prankCount: number): number =>
  monthlyPrice(prankCount, plan.discount ?? formerDiscount(plan))

/** Plans of earlier versions do not contain their discount: only MARKYMARC existed, and its price is no other. */
const formerDiscount = ({ amountCents }: Pick<Plan, 'amountCents'>) =>
  amountCents === discountedPriceCents ? { kind: 'unitPrice' as const, value: discountedPriceCents } : null

/** The change that takes effect last; undefined when none is planned. */
export const plannedChange = ({ changes = [] }: Pick<Plan, 'changes'>): PlannedChange | undefined =>
  changes.at(-1)

/**
 * The terms of a billed month: the newest planned change for its period. A change that was set in the moment in which Stripe
 * made the invoice may be planned for the period after it; then the amount shows that it was billed.
 */
export function termsFrom(
  plan: Plan,
  periodStart: Date,
  billedCents: number,
): Omit<PlannedChange, 'from'> & { from?: Date } {
  const { changes = [] } = plan
  const billed = changes.find(
    (change) => change.amountCents === billedCents && change.amountCents !== plan.amountCents,
  )
  return changes.findLast(({ from }) => from <= periodStart) ?? billed ?? plan
}

/**
 * The number of pranks of a paid month. Stripe reports the number that the plan had when the invoice was finalized, about an
 * hour after its price was fixed: a change in that hour is for the next month. Such a number is recognized by its price, or as
 * that of a later change; the month then has the number of its own terms, if these have the price that was paid.
 * @see https://docs.stripe.com/billing/invoices/subscription
 */
export function billedCount(
  plan: Plan,
  terms: Pick<PlannedChange, 'prankCount' | 'amountCents'>,
  { prankCount: reported, amountCents, month }: EventData<'plan-renewed'>,
): number {
  if (reported == null) return terms.prankCount
  const periodStart = new Date(month.periodStart)
  const isOfLater = plan.changes?.some(
    ({ from, prankCount }) => from > periodStart && prankCount === reported,
  )
  const isOther = isOfLater || priceOf(plan, reported) !== amountCents
  return isOther && terms.amountCents === amountCents ? terms.prankCount : reported
}

/** The change of a plan for the terms that Stripe has now, with an event for each difference; null for an old state. */
export function applyTerms(plan: Plan, state: PlanAtStripe) {
  if (plan.status === 'pending') throw new NotYet(`first month of plan ${plan._id}`)
  const termsAt = new Date(state.at)
  if (plan.status === 'cancelled' || (plan.termsAt && plan.termsAt >= termsAt)) return null
  const pausedUntil = state.pausedUntil === null ? null : new Date(state.pausedUntil)
  const changes = withTerms(plan, state)
  const dropped = later(plan.droppedThrough, state.droppedThrough)
  const droppedThrough = dropped && { droppedThrough: dropped }
  const isRecovered = plan.status === 'past_due' && !isPastDue({ ...plan, ...droppedThrough })
  const status = isRecovered ? 'active' : plan.status
  const now = { ...plan, termsAt, pausedUntil, changes, status }
  const nextChargeAt = nextCharge(now, new Date(state.currentPeriodEnd))
  const events = differences(plan, now)
  if (isRecovered) {
    const described = describePlan(plan, plan.status, status)
    events.push(
      emit('subscription-updated', plan._id, { ...described, change: 'recovered', monthDropped: true }),
    )
  }
  const reminder = reminderFor({ ...now, nextChargeAt })
  const set = { termsAt, pausedUntil, changes, status, ...droppedThrough, ...reminder.$set }
  return changeWithEvents(set, events, reminder.$unset)
}

/** A dropped month stays dropped. */
const later = (known: Date | undefined, reported: string | null | undefined): Date | undefined => {
  const date = reported ? new Date(reported) : known
  return known && date && known > date ? known : date
}

/**
 * The planned changes with the terms of the next period. A change for an earlier period stays: its month was billed with
 * it and may not be recorded here yet. Terms equal to those before are no change.
 */
function withTerms(plan: Plan, { prankCount, amountCents, currentPeriodEnd }: PlanAtStripe): PlannedChange[] {
  const from = new Date(currentPeriodEnd)
  const earlier = (plan.changes ?? []).filter((change) => change.from < from)
  const before = earlier.at(-1) ?? plan
  const count = prankCount ?? (plannedChange(plan) ?? plan).prankCount
  const isSame = before.prankCount === count && before.amountCents === amountCents
  return isSame ? earlier : [...earlier, { prankCount: count, amountCents, from }]
}

/** When a plan is charged next: after a pause on the first billing date. */
function nextCharge(plan: Plan, periodEnd: Date): Date {
  if (plan.pausedUntil) return billingDateFrom(plan, plan.pausedUntil)
  const paidUntil = currentMonth(plan.months)?.periodEnd ?? periodEnd
  return paidUntil > periodEnd ? paidUntil : periodEnd
}

function differences(before: Plan, now: Plan): OutboxEntry[] {
  const events: OutboxEntry[] = []
  const [was, is] = [plannedChange(before), plannedChange(now)]
  const isChanged = was?.prankCount !== is?.prankCount || was?.amountCents !== is?.amountCents
  if (isChanged) events.push(describeChange(now, 'changed'))
  const [from, to] = [before.pausedUntil?.getTime(), now.pausedUntil?.getTime()]
  if (from !== to) events.push(describeChange(now, to === undefined ? 'resumed' : 'paused'))
  return events
}

type Reminded = Pick<Plan, 'status' | 'nextChargeAt' | 'remindedFor'>

/** The update that stores the next charge and when its reminder is due; each charge is announced once. */
export function reminderFor({ status, nextChargeAt, remindedFor }: Reminded) {
  const isDue = status === 'active' && nextChargeAt && nextChargeAt.getTime() !== remindedFor?.getTime()
  return {
    $set: { nextChargeAt, ...(isDue && { remindAt: new Date(nextChargeAt.getTime() - noticeMs) }) },
    $unset: isDue ? {} : { remindAt: 1 as const },
  }
}
