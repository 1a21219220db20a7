import type { EventData } from '@prankpost/contracts'
import { type Change, NotYet } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { newRefund } from '../new-refund.ts'
import type { Order } from '../order.model.ts'
import { hasOpenDispute, isPaidHere, leftCents, moneyFields, type Refund } from '../refund.model.ts'
import { refundRequested } from '../reports.ts'

type Withdrawn = EventData<'plan-month-withdrawn'>

/**
 * Refunds the share of a plan's month that is not sent any more because the plan ended, at most what is left of the
 * month, once for each month: a repeat changes nothing. The refund, its event and the mark are one write, so a crash
 * loses nothing; payment makes the refund.
 *
 * While a dispute about the month is open, and for a payment that was not made here, Stripe would refuse it. It is then
 * recorded as failed and requests nothing: a task for the operator.
 * @throws NotYet when the month does not exist here yet
 */
export async function refundUnsentPranks(
  withdrawn: Withdrawn,
  { outbox, now }: Pick<Deps, 'outbox' | 'now'>,
): Promise<void> {
  const result = await outbox.change({ invoiceId: withdrawn.invoiceId }, (order) =>
    order.unsentRefundedAt === undefined ? refundShare(order, withdrawn, now()) : null,
  )
  if (result === null) throw new NotYet(`order of month ${withdrawn.invoiceId}`)
}

function refundShare(order: Order, { unsent, parcelsTotal }: Withdrawn, at: Date): Change<Order> {
  const share = Math.round((order.totalCents * Math.min(unsent, parcelsTotal)) / parcelsTotal)
  const amountCents = Math.min(share, leftCents(order))
  // After a lost dispute nothing is left: the rest becomes a task once the bank reverses it (`applyDispute`).
  const mark = { unsentRefundedAt: at, ...(amountCents < share && { unsentOwedCents: share - amountCents }) }
  if (amountCents === 0) return { update: { $set: mark } }
  const reason = 'The plan ended before all pranks of the month were sent.'
  const { fields, events } = refundOfEndedPlan(order, { amountCents, itemIds: [], reason, at })
  return { update: { $set: { ...fields, ...mark } }, events }
}

/** As `refundOfMonth`, because a plan ended, as its customer chose. */
export const refundOfEndedPlan = (order: Order, refund: Omit<MonthRefund, 'by'>) =>
  refundOfMonth(order, { ...refund, by: 'customer' }, 'the plan ended')

type MonthRefund = Pick<Parameters<typeof newRefund>[1], 'amountCents' | 'itemIds' | 'by' | 'reason' | 'at'>

/**
 * A refund of what a plan's month does not send: the fields that store it, and its event. When it is not possible, it is a task for
 * the operator, who reads `when` that was.
 */
export function refundOfMonth(order: Order, refund: MonthRefund, when: string) {
  const made = newRefund(order, refund)
  const obstacle = obstacleOf(order, when)
  const kept: Refund = obstacle === null ? made : { ...made, status: 'failed', failureReason: obstacle }
  return {
    fields: moneyFields(order, { refunds: [...(order.refunds ?? []), kept] }),
    events: obstacle === null ? [refundRequested(order, kept)] : [],
  }
}

/** Why the refund cannot be requested, for the operator; null when it can. */
function obstacleOf(order: Order, when: string): string | null {
  if (hasOpenDispute(order)) return `A dispute about the payment was open when ${when}.`
  return isPaidHere(order) ? null : 'The payment of this month is not known here.'
}
