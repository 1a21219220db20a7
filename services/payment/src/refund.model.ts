import type { DisputeStatus, RefundStatus } from '@prankpost/contracts'
import { objectId } from '@prankpost/contracts'
import type Stripe from 'stripe'

/** A refund of an order or of a month. Refunds of second payments are recorded with their session instead. */
export interface RecordedRefund {
  /** The id that order gave it; null when it was made in the Stripe dashboard. */
  refundId: string | null
  /** Null until Stripe has answered, and when Stripe refused. */
  stripeRefundId: string | null
  paymentIntentId: string
  /** The month's invoice; null for an order. */
  invoiceId: string | null
  amountCents: number
  /** `due` until Stripe's answer is recorded. */
  status: 'due' | RefundStatus
  failureReason: string | null
  createdAt: Date
}

/** A dispute about a payment of an order or of a month. */
export interface RecordedDispute {
  id: string
  paymentIntentId: string
  invoiceId: string | null
  amountCents: number
  reason: string
  status: DisputeStatus
  openedAt: Date
}

const text = { type: String, default: null }
export const refundFields = {
  refundId: text,
  stripeRefundId: text,
  paymentIntentId: { type: String, required: true },
  invoiceId: text,
  amountCents: { type: Number, required: true },
  status: { type: String, required: true, enum: ['due', 'pending', 'succeeded', 'failed'] },
  failureReason: text,
  createdAt: { type: Date, required: true },
}
export const disputeFields = {
  id: { type: String, required: true },
  paymentIntentId: { type: String, required: true },
  invoiceId: text,
  amountCents: { type: Number, required: true },
  reason: { type: String, required: true },
  status: { type: String, required: true, enum: ['open', 'won', 'lost'] },
  openedAt: { type: Date, required: true },
}

/** Our status of a refund at Stripe. @see https://docs.stripe.com/api/refunds/object#refund_object-status */
export function refundStatusOf({ status }: Pick<Stripe.Refund, 'status'>): RefundStatus {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** Why a refund failed at Stripe; null when it did not fail. */
export const failureReasonOf = (refund: Pick<Stripe.Refund, 'status' | 'failure_reason'>): string | null =>
  refundStatusOf(refund) === 'failed' ? (refund.failure_reason ?? refund.status) : null

const sequence = ['due', 'pending', 'succeeded', 'failed']

/**
 * Whether a status at Stripe is newer than the recorded refund. At Stripe a refund only moves forward, and failed is its
 * last status: an older status was read before the recorded one. A refund that Stripe refused has no Stripe id; if it
 * exists at Stripe after all, that counts.
 */
export function isNewer(status: RefundStatus, recorded: RecordedRefund): boolean {
  if (recorded.status === 'failed') return recorded.stripeRefundId === null
  return sequence.indexOf(status) > sequence.indexOf(recorded.status)
}

/** The id that order gave a refund, from the metadata that it was created with. */
export function refundIdOf({ metadata }: Pick<Stripe.Refund, 'metadata'>): string | null {
  const { success, data } = objectId.safeParse(metadata?.refundId)
  return success ? data : null
}

/** The recorded refund that a refund at Stripe belongs to. */
export const recordedRefundOf = (
  refunds: RecordedRefund[] | undefined,
  refund: Pick<Stripe.Refund, 'id' | 'metadata'>,
): RecordedRefund | undefined =>
  refunds?.find(({ stripeRefundId }) => stripeRefundId === refund.id) ??
  refunds?.find(
    ({ refundId, stripeRefundId }) =>
      stripeRefundId === null && refundId !== null && refundId === refundIdOf(refund),
  )

/**
 * Our status of a dispute at Stripe. An inquiry holds parcels like a dispute, and is won when it is closed. A prevented
 * dispute is lost, because the payment was returned to the cardholder.
 * @see https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
export function disputeStatusOf({ status }: Pick<Stripe.Dispute, 'status'>): DisputeStatus {
  if (status === 'won' || status === 'warning_closed') return 'won'
  return status === 'lost' || status === 'prevented' ? 'lost' : 'open'
}

/**
 * Whether a dispute at Stripe reports something that is not recorded. A closed dispute is not opened again, but its decision
 * can change: a cardholder withdraws a dispute that was lost, or an inquiry becomes a dispute after all.
 * @see https://support.stripe.com/questions/lost-dispute-faq
 */
export const isDisputeNews = (
  disputes: RecordedDispute[] | undefined,
  dispute: Pick<Stripe.Dispute, 'id' | 'status'>,
): boolean => {
  const recorded = disputes?.find(({ id }) => id === dispute.id)
  const status = disputeStatusOf(dispute)
  return recorded === undefined || (status !== 'open' && status !== recorded.status)
}

/** The id of an object that Stripe returns as an id or, expanded, as an object. */
export const idOf = (thing: string | { id?: string } | null | undefined): string | null =>
  thing == null ? null : typeof thing === 'string' ? thing : (thing.id ?? null)
