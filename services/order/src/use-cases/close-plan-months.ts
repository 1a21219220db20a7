import type { EventData } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { unrefundedCents } from '../new-refund.ts'
import { type Order, statusEntry } from '../order.model.ts'
import { closedStatus, isSendingAgain } from '../parcels.ts'
import { leftCents } from '../refund.model.ts'
import { refundOfEndedPlan } from './refund-unsent-pranks.ts'

type Plan = Pick<EventData<'subscription-cancelled'>, 'subscriptionId' | 'at' | 'unsent'>
/** How the months of a plan close: with `sendsUnsent` their unsent parcels are still sent, with `refunds` they are refunded. */
type End = { at: Date; sendsUnsent: boolean; refunds?: boolean }

/**
 * Closes the months of a plan that has ended: nothing more of them is sent. A month with shipped parcels becomes
 * `shipped`, or `delivered` when all of them were delivered; a month without any becomes `cancelled`. A status that the
 * operator set stays. When the customer chose that unsent parcels are still sent, the statuses stay, and each month becomes
 * `shipped` with its last parcel. A parcel that came back and waits to be sent again is withdrawn and refunded here, in the
 * same write; fulfilment reports those that were never sent. A repeat changes nothing.
 * @throws NotYet when no month of the plan is recorded here yet
 */
export async function closePlan(plan: Plan, deps: Pick<Deps, 'orders' | 'outbox'>): Promise<void> {
  const knownMonth = await deps.orders.exists({ 'plan.subscriptionId': plan.subscriptionId })
  if (knownMonth === null) throw new NotYet(`first month of plan ${plan.subscriptionId}`)
  const end = { sendsUnsent: plan.unsent === 'send', refunds: plan.unsent === 'refund' }
  await closeMonths(plan, { at: new Date(plan.at), ...end }, deps)
}

/**
 * Closes every open month of a plan, each in its own write. It repeats until it finds none, because a month may be
 * stored while it runs. After a crash between two months the message is redelivered and the remaining months are
 * closed.
 */
async function closeMonths(
  { subscriptionId }: Plan,
  end: End,
  { orders, outbox }: Pick<Deps, 'orders' | 'outbox'>,
): Promise<void> {
  for (;;) {
    const open = await orders.find(openMonthsOf(subscriptionId), { _id: 1 }).lean()
    if (open.length === 0) return
    for (const { _id } of open) await outbox.change({ _id }, (order) => close(order, end))
  }
}

/**
 * Closes a month that arrives after the end of its plan: one that was recorded after the end (`isLate`) is not sent, any
 * other one closes as the plan's other months did.
 */
export async function closeArrivedMonth(
  {
    subscriptionId,
    invoiceId,
    isLate,
    at,
  }: { subscriptionId: string; invoiceId: string; isLate: boolean; at: Date },
  { orders, outbox }: Pick<Deps, 'orders' | 'outbox'>,
): Promise<void> {
  const closed = {
    'plan.subscriptionId': subscriptionId,
    'plan.endedAt': { $ne: null },
    'plan.isLate': { $ne: true },
  }
  const other = isLate ? null : await orders.findOne(closed, { plan: 1 }).lean()
  if (!isLate && other === null) return
  const end = { at, sendsUnsent: other?.plan?.sendsUnsent === true, isLate }
  await outbox.change({ invoiceId }, (order) => close(order, end))
}

/**
 * Closes a month that stayed open because its plan ended with `send`, and whose unsent parcels fulfilment withdraws after all: its
 * customer deleted the account. `refundUnsentPranks` comes before it, so an end of the plan that arrives between the two, or after
 * them, closes the month in the same way. A repeat changes nothing; after a crash before it the message is redelivered.
 */
export async function closeWithdrawnMonth(
  { invoiceId, at }: Pick<EventData<'plan-month-withdrawn'>, 'invoiceId' | 'at'>,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  await outbox.change({ invoiceId }, (order) =>
    order.plan?.sendsUnsent ? closed(order, { at: new Date(at), sendsUnsent: false, refunds: true }) : null,
  )
}

/** Whether a month of the plan is not closed yet. */
export const hasOpenMonth = async (subscriptionId: string, { orders }: Pick<Deps, 'orders'>) =>
  (await orders.exists(openMonthsOf(subscriptionId))) !== null

const openMonthsOf = (subscriptionId: string) => ({
  'plan.subscriptionId': subscriptionId,
  'plan.endedAt': null,
})

function close(order: Order, end: End & { isLate?: boolean }): Change<Order> | null {
  if (order.plan === null || order.plan.endedAt) return null
  // What the customer chose is outdated: see `closeWithdrawnMonth`.
  const isRefunded = end.sendsUnsent && order.unsentRefundedAt !== undefined
  return closed(order, isRefunded ? { ...end, sendsUnsent: false, refunds: true } : end)
}

function closed(order: Order, end: End & { isLate?: boolean }): Change<Order> {
  const { at, sendsUnsent, isLate = false } = end
  const isToSend = order.status === 'paid' || order.status === 'processing'
  const ended = {
    'plan.endedAt': at,
    ...(sendsUnsent || order.plan?.sendsUnsent ? { 'plan.sendsUnsent': sendsUnsent } : {}),
    ...(isLate ? { 'plan.isLate': true } : {}),
  }
  if (sendsUnsent || !isToSend) return { update: { $set: ended } }
  const { fields, events } = withdrawAgain(order, end)
  const status = closedStatus({ ...order, ...fields })
  return {
    update: {
      $set: { ...ended, ...fields, status },
      $push: { statusHistory: statusEntry(status, 'subscription') },
    },
    events,
  }
}

/** Withdraws the parcels that came back and are not sent again any more, and refunds what is left of their price. */
function withdrawAgain(order: Order, { at, refunds }: End) {
  const waiting = order.items.filter(isSendingAgain)
  if (waiting.length === 0) return { fields: {}, events: [] }
  const items = order.items.map((item) => (waiting.includes(item) ? { ...item, withdrawnAt: at } : item))
  const itemIds = waiting.map(({ id }) => id)
  const amountCents = refunds ? Math.min(leftCents(order), unrefundedCents(order, itemIds)) : 0
  if (amountCents === 0) return { fields: { items }, events: [] }
  const reason = 'The plan ended before a parcel that came back was sent again.'
  const made = refundOfEndedPlan(order, { amountCents, itemIds, reason, at })
  return { fields: { ...made.fields, items }, events: made.events }
}
