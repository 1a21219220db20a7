import type { EventData } from '@prankpost/contracts'
import type Stripe from 'stripe'
import { type Deps, emit } from '../deps.ts'
import { refundChangesTotal } from '../metrics.ts'
import { type Payment, withRefund } from '../payment.model.ts'
import { changeWithEvent } from '../payment-events.ts'
import {
  failureReasonOf,
  isNewer,
  type RecordedRefund,
  recordedRefundOf,
  refundIdOf,
  refundStatusOf,
} from '../refund.model.ts'
import type { Paid } from './find-paid.ts'

/**
 * Records the state of a refund at Stripe with one event, unless this state or a later one is recorded. One write, so a
 * crash leaves both or neither; a repeat, in any sequence, changes nothing. Returns the recorded refund.
 */
export async function recordRefund(
  { payment: { _id }, invoiceId }: Paid,
  refund: Stripe.Refund,
  paymentIntentId: string,
  deps: Pick<Deps, 'outbox'>,
): Promise<RecordedRefund> {
  const status = refundStatusOf(refund)
  const describe = (known: RecordedRefund | undefined): RecordedRefund => ({
    refundId: known?.refundId ?? refundIdOf(refund),
    stripeRefundId: refund.id,
    ...{ paymentIntentId, invoiceId, status },
    amountCents: refund.amount,
    failureReason: failureReasonOf(refund),
    createdAt: known?.createdAt ?? new Date(refund.created * 1000),
  })
  let recorded = describe(undefined)
  const result = await deps.outbox.change({ _id }, (now) => {
    const known = recordedRefundOf(now.refunds, refund)
    if (known !== undefined && !isNewer(status, known)) {
      recorded = known
      return null
    }
    recorded = describe(known)
    // A change of a known refund happened after it was created; Stripe does not report when.
    const at = known?.stripeRefundId ? new Date() : new Date(refund.created * 1000)
    return changeWithEvent(withRefund(now, known, recorded), refundChanged(now, recorded, at))
  })
  if (result?.changed) refundChangesTotal.inc({ outcome: status })
  return recorded
}

/** Records that Stripe refused a refund, with one event, unless the refund exists at Stripe. Safe to repeat. */
export async function recordRefusal(
  id: string,
  refused: RecordedRefund,
  failureReason: string,
  deps: Pick<Deps, 'outbox'>,
): Promise<RecordedRefund> {
  let recorded: RecordedRefund = { ...refused, status: 'failed', failureReason }
  const result = await deps.outbox.change({ _id: id }, (now) => {
    const known = now.refunds?.find(({ refundId }) => refundId === refused.refundId)
    if (known !== undefined && known.status !== 'due') {
      recorded = known
      return null
    }
    recorded = { ...refused, status: 'failed', failureReason }
    return changeWithEvent(withRefund(now, known, recorded), refundChanged(now, recorded, new Date()))
  })
  if (result?.changed) refundChangesTotal.inc({ outcome: 'failed' })
  return recorded
}

function refundChanged(payment: Payment, { createdAt: _createdAt, ...refund }: RecordedRefund, at: Date) {
  return emit('refund-changed', payment._id, {
    ...refund,
    ...ownedBy(payment),
    status: refund.status === 'due' ? 'pending' : refund.status,
    at: at.toISOString(),
  })
}

/** Which order or plan an event is about, and its owner. */
export const ownedBy = ({
  _id,
  kind,
  ownerId,
}: Payment): Pick<EventData<'refund-changed'>, 'orderId' | 'planId' | 'ownerId'> => ({
  orderId: kind === 'order' ? _id : null,
  planId: kind === 'plan' ? _id : null,
  ownerId,
})
