import type { RefundRequest, RefundState } from '@prankpost/contracts'
import { checkpoint, databaseNow } from '@prankpost/messaging'
import { invalid, notFound } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import { isRefusal } from '../checkout-session.ts'
import type { Deps } from '../deps.ts'
import { type Payment, withRefund } from '../payment.model.ts'
import type { RecordedRefund } from '../refund.model.ts'
import { refundIdOf } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'
import { findPaid, type Paid } from './find-paid.ts'
import { recordRefund, recordRefusal } from './record-refund.ts'

/**
 * Refunds an amount of an order or of a month, once for each `refundId`: the event and the HTTP call run this for the
 * same refund, also at the same moment. The refund is recorded as due before Stripe is called, and Stripe's answer is
 * recorded with its event. A process that dies in between leaves the refund due: the redelivered event and the sweep
 * complete it. A refund that Stripe refuses is recorded as failed, with Stripe's reason.
 * @throws 404 when the order or plan has no payment here, 503 when Stripe is unavailable or busy with the same refund
 */
export async function requestRefund(request: RefundRequest, deps: Deps): Promise<RefundState> {
  const id = request.orderId ?? request.planId
  if (id === null) throw invalid('A refund belongs to an order or to a plan.')
  return deps.serializeRefunds(id, async () => {
    const known = await readRefund(id, request.refundId, deps)
    if (known !== null && known.status !== 'due') return stateOf(known)
    const paid = await findPaid(request.paymentIntentId, deps)
    const isOwn = paid?.payment._id === id && paid.invoiceId === request.invoiceId
    if (!isOwn) {
      const reason = 'This payment is not known, or it was for something else.'
      return stateOf(await recordRefusal(id, toRefund(request), reason, deps))
    }
    const due = await noteRefund(id, toRefund(request), deps)
    checkpoint('payment:refund-noted')
    return stateOf(due.status === 'due' ? await completeRefund(paid, due, deps) : due)
  })
}

/** Completes the refunds of a payment that are still due. Safe to repeat. @throws 503 when Stripe is unavailable */
export async function completeRefunds(payment: Payment, deps: Deps): Promise<void> {
  if (!payment.refunds?.some(({ status }) => status === 'due')) return
  await deps.serializeRefunds(payment._id, async () => {
    const now = await deps.payments.findById(payment._id).lean()
    for (const refund of now?.refunds ?? []) {
      if (now === null || refund.status !== 'due') continue
      await completeRefund({ payment: now, invoiceId: refund.invoiceId }, refund, deps)
    }
  })
}

const toRefund = (request: RefundRequest): RecordedRefund => ({
  refundId: request.refundId,
  stripeRefundId: null,
  paymentIntentId: request.paymentIntentId,
  invoiceId: request.invoiceId,
  amountCents: request.amountCents,
  status: 'due',
  failureReason: null,
  createdAt: new Date(),
})

const stateOf = ({ status, stripeRefundId, failureReason }: RecordedRefund): RefundState => ({
  status: status === 'due' ? 'pending' : status,
  stripeRefundId,
  failureReason,
})

/** The recorded refund; null when it is not recorded yet. @throws 404 when the order or plan has no payment here */
async function readRefund(id: string, refundId: string, { payments }: Deps): Promise<RecordedRefund | null> {
  const payment = await payments.findById(id, { refunds: 1 }).lean()
  if (payment === null) throw notFound('This order or plan has no payment.')
  return payment.refunds?.find((one) => one.refundId === refundId) ?? null
}

/** Records a refund as due, and that the sweep completes it after a crash. Returns the recorded one if there is one. */
async function noteRefund(id: string, due: RecordedRefund, deps: Deps): Promise<RecordedRefund> {
  let noted = due
  await deps.outbox.change({ _id: id }, (payment) => {
    const known = payment.refunds?.find(({ refundId }) => refundId === due.refundId)
    noted = known ?? due
    if (known !== undefined) return null
    const sweepAt = new Date(databaseNow(deps.payments.db).getTime() + deps.sweepAfterMs)
    return { update: { $set: { ...withRefund(payment, undefined, due).$set, sweepAt, sweeps: 0 } } }
  })
  return noted
}

async function completeRefund(paid: Paid, due: RecordedRefund, deps: Deps): Promise<RecordedRefund> {
  try {
    const refund = (await findAtStripe(due, deps)) ?? (await createAtStripe(paid.payment, due, deps))
    checkpoint('payment:refund-created')
    return await recordRefund(paid, refund, due.paymentIntentId, deps)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'Stripe refused the refund.'
    return recordRefusal(paid.payment._id, due, reason, deps)
  }
}

/**
 * The refund that an earlier call created. Stripe keeps an idempotency key for 24 hours only, and a refund may be due for
 * longer, for example after a restore.
 * @see https://docs.stripe.com/api/idempotent_requests
 */
async function findAtStripe(
  { refundId, paymentIntentId }: RecordedRefund,
  { stripe }: Deps,
): Promise<Stripe.Refund | undefined> {
  const list = () => stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })
  return (await callStripe(list)).data.find((refund) => refundIdOf(refund) === refundId)
}

/** A repeat, also from another process, returns the same refund. */
const createAtStripe = (
  { _id: id, kind }: Payment,
  { refundId, paymentIntentId, amountCents }: RecordedRefund,
  { stripe }: Deps,
): Promise<Stripe.Refund> =>
  callStripe(() =>
    stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        amount: amountCents,
        metadata: { refundId: String(refundId), id, kind },
      },
      { idempotencyKey: `refund-${refundId}` },
    ),
  )
