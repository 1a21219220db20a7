import { type Deps, emit } from '../deps.ts'
import { disputesTotal } from '../metrics.ts'
import { changeWithEvent } from '../payment-events.ts'
import { disputeStatusOf, idOf, isDisputeNews, type RecordedDispute } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'
import { findPaid } from './find-paid.ts'
import { ownedBy } from './record-refund.ts'

/**
 * Reads a dispute from Stripe and records with one event that it was opened, won or lost. One write, so a crash leaves
 * both or neither; a repeat, in any sequence, changes nothing. A dispute about a second payment is only logged, because
 * it does not concern the order.
 * @throws 503 when Stripe is unavailable
 */
export async function settleDispute(disputeId: string, deps: Deps): Promise<void> {
  const dispute = await callStripe(() => deps.stripe.disputes.retrieve(disputeId))
  const paymentIntentId = idOf(dispute.payment_intent)
  const paid = paymentIntentId && (await findPaid(paymentIntentId, deps))
  if (!paid) {
    deps.log.warn(
      { disputeId, paymentIntentId },
      'a dispute about a payment that belongs to no order and no month',
    )
    return
  }
  const recorded: RecordedDispute = {
    id: disputeId,
    paymentIntentId,
    invoiceId: paid.invoiceId,
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: disputeStatusOf(dispute),
    openedAt: new Date(dispute.created * 1000),
  }
  const result = await deps.outbox.change({ _id: paid.payment._id }, (payment) => {
    if (!isDisputeNews(payment.disputes, dispute)) return null
    const others = payment.disputes?.filter(({ id }) => id !== disputeId) ?? []
    const { id: _id, openedAt, ...facts } = recorded
    const event = emit('dispute-changed', payment._id, {
      ...facts,
      ...ownedBy(payment),
      disputeId,
      at: (recorded.status === 'open' ? openedAt : new Date()).toISOString(),
    })
    return changeWithEvent({ $set: { disputes: [...others, recorded] } }, event)
  })
  if (result?.changed) disputesTotal.inc({ status: recorded.status })
}
