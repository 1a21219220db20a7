import type { EventData } from '@prankpost/contracts'
import { type Change, checkpoint, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { countNeverSent } from '../due-parcels.ts'
import type { PlanEnd, Shipment } from '../shipment.model.ts'
import { emit } from '../shipped-parcel.ts'

type Plan = Pick<EventData<'subscription-cancelled'>, 'stripeSubscriptionId'>
/** How a plan ended and when. */
type End = { end: PlanEnd; at: Date }

/**
 * Records the end of a plan. `refund`: nothing more is shipped or due for it, and plan-month-withdrawn is emitted for each
 * month with parcels that were never sent; order refunds those that wait to be sent again. `send`: its months stay due until
 * they are shipped. Events of earlier versions say neither: nothing is shipped and nothing is refunded. Shipped parcels do not change. A repeat changes nothing.
 * @throws NotYet while no month of the plan is known here: there would be nothing to mark
 */
export async function withdrawPlan(
  { unsent, at, ...plan }: EventData<'subscription-cancelled'>,
  deps: Pick<Deps, 'shipments' | 'outbox'>,
): Promise<void> {
  const known = await deps.shipments.exists(monthsOf(plan))
  if (known === null) throw new NotYet(`first month of plan ${plan.subscriptionId}`)
  await endMonths(plan, { end: unsent ?? 'none', at: new Date(at) }, deps)
}

/**
 * Marks every month of a plan, each in its own write with its event, so a parcel is either shipped or withdrawn. It
 * repeats until it finds no month to mark, because a month may be stored while it runs; a month that is stored later
 * finds the others marked. After a crash between two months the redelivered message marks the rest.
 */
async function endMonths(plan: Plan, end: End, deps: Pick<Deps, 'shipments' | 'outbox'>): Promise<void> {
  for (;;) {
    const open = await deps.shipments.find(unmarkedMonthsOf(plan), { _id: 1 }).lean()
    if (open.length === 0) return
    for (const { _id } of open) {
      await endMonth({ _id }, end, deps)
      checkpoint('fulfilment:month-ended')
    }
  }
}

/** Marks one month with the end of its plan, in one write with its event. A repeat changes nothing. */
export async function endMonth(
  month: Pick<Shipment, '_id'> | { invoiceId: string },
  end: End,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  await outbox.change(month, (now) => marked(now, end))
}

function marked(month: Shipment, { end, at }: End): Change<Shipment> | null {
  const known = month.plan?.end
  const isWithdrawn = month.withdrawnAt !== null
  // A late month was withdrawn and reported already: it only learns how the plan ended, for months that arrive later.
  if (known === 'late' && end !== 'late') return { update: { $set: { 'plan.end': end } } }
  if (known !== undefined || isWithdrawn) return null
  return end === 'send' ? { update: { $set: { 'plan.end': end } } } : withdrawn(month, { end, at })
}

/**
 * The write that withdraws and reports the rest of a month whose plan ended with `send`, because its customer deleted the account:
 * there is no address book to draw from any more. Null when all of its parcels were sent once, and for a repeat.
 */
export const withdrawnRest = (month: Shipment, at: Date): Change<Shipment> | null =>
  month.plan?.end === 'send' && month.withdrawnAt === null && countNeverSent(month) > 0
    ? withdrawn(month, { end: 'refund', at })
    : null

function withdrawn(month: Shipment, { end, at }: End): Change<Shipment> {
  const unsent = countNeverSent(month)
  const isReported = end !== 'none' && unsent > 0
  return {
    update: { $set: { 'plan.end': end, withdrawnAt: at }, $unset: { parcelsDue: 1, dueSince: 1 } },
    events: isReported ? [monthWithdrawn(month, unsent, at)] : [],
  }
}

const monthWithdrawn = (
  { _id, ownerId, invoiceId, plan, parcelsTotal }: Shipment,
  unsent: number,
  at: Date,
) =>
  emit('plan-month-withdrawn', String(_id), {
    subscriptionId: plan?.subscriptionId ?? '',
    ownerId: ownerId ?? '',
    invoiceId: invoiceId ?? '',
    unsent,
    parcelsTotal,
    at: at.toISOString(),
  })

/**
 * How the plan ended, as its other months know it; null while no end is recorded. Late months do not know it, and months
 * that earlier versions withdrew have no mark.
 */
export async function findPlanEnd(
  plan: Plan,
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<PlanEnd | null> {
  const ended = await shipments
    .findOne(
      {
        ...monthsOf(plan),
        $or: [
          { 'plan.end': { $in: ['refund', 'send', 'none'] } },
          { 'plan.end': { $exists: false }, withdrawnAt: { $ne: null } },
        ],
      },
      { plan: 1 },
    )
    .sort({ 'plan.end': -1 })
    .lean<Pick<Shipment, 'plan'>>()
  return ended === null ? null : (ended.plan?.end ?? 'none')
}

/** Whether the end of a plan is not recorded for all of its months. */
export async function isPlanDue(plan: Plan, { shipments }: Pick<Deps, 'shipments'>): Promise<boolean> {
  return (await shipments.exists(unmarkedMonthsOf(plan))) !== null
}

const monthsOf = ({ stripeSubscriptionId }: Plan) => ({ 'plan.stripeSubscriptionId': stripeSubscriptionId })

/** The months that do not know how their plan ended. */
const unmarkedMonthsOf = (plan: Plan) => ({
  ...monthsOf(plan),
  $or: [{ 'plan.end': 'late' as const }, { 'plan.end': { $exists: false }, withdrawnAt: null }],
})
