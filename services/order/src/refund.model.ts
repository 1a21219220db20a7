import { type DisputeStatus, disputeStatuses, type RefundStatus, refundStatuses } from '@prankpost/contracts'
import { Schema } from 'mongoose'
import type { Order } from './order.model.ts'

/** An amount that goes back, or went back, to the customer's card. */
export interface Refund {
  /** Our id, or Stripe's if the refund was made in the Stripe dashboard. */
  id: string
  amountCents: number
  status: RefundStatus
  by: 'customer' | 'operator' | 'stripe'
  reason: string | null
  at: Date
  /** When it last changed its status. */
  changedAt: Date
  /** The part of the amount that each of the named items took. */
  shares: { itemId: string; cents: number }[]
  stripeRefundId: string | null
  failureReason: string | null
  /** When the operator marked it as handled, if it failed. */
  resolvedAt: Date | null
  /** The idempotency key of the call that created it, and a digest of the body of that call. */
  key?: string
  bodyDigest?: string
}

/** A cardholder's bank took the payment back until it has decided. */
export interface Dispute {
  /** Stripe's id. */
  id: string
  status: DisputeStatus
  reason: string
  amountCents: number
  openedAt: Date
  closedAt: Date | null
}

/** The fields of an order that derive from its refunds and disputes; `moneyFields` computes them for each write. */
export interface MoneyFields {
  refunds: Refund[]
  disputes: Dispute[]
  /**
   * What no longer counts as revenue: refunds that are pending or succeeded, and lost disputes. Figures come from reporting,
   * which computes the same from the events; this one shows it with the order.
   */
  returnedCents: number
  /** How many of its refunds and disputes need the operator, and since when. */
  taskCount: number
  taskAt: Date | null
  /** Since when a refund waits for its confirmation, or when the sweep last asked payment about it. */
  refundPendingAt: Date | null
}

const text = { type: String, default: null }
const requiredString = { type: String, required: true }
const share = new Schema({ itemId: requiredString, cents: Number }, { _id: false })
const refund = new Schema<Refund>(
  {
    id: requiredString,
    amountCents: { type: Number, required: true },
    status: { ...requiredString, enum: refundStatuses },
    by: requiredString,
    reason: text,
    at: Date,
    changedAt: Date,
    shares: [share],
    stripeRefundId: text,
    failureReason: text,
    resolvedAt: { type: Date, default: null },
    key: String,
    bodyDigest: String,
  },
  { _id: false, id: false },
)
const dispute = new Schema<Dispute>(
  {
    id: requiredString,
    status: { ...requiredString, enum: disputeStatuses },
    reason: requiredString,
    amountCents: { type: Number, required: true },
    openedAt: Date,
    closedAt: { type: Date, default: null },
  },
  { _id: false, id: false },
)

/** These fields in the schema of orders. Orders of earlier versions do not have them. */
export const moneySchema = {
  refunds: { type: [refund], default: undefined },
  disputes: { type: [dispute], default: undefined },
  returnedCents: Number,
  taskCount: Number,
  taskAt: { type: Date, default: undefined },
  refundPendingAt: { type: Date, default: undefined },
}

type Money = Pick<Order, 'refunds' | 'disputes' | 'totalCents'>

const sumOf = (amounts: { amountCents: number }[]) =>
  amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** The sum of refunds that are pending or succeeded. */
export const refundedCents = ({ refunds = [] }: Pick<Money, 'refunds'>): number =>
  sumOf(refunds.filter(({ status }) => status !== 'failed'))

/** What can still be refunded: the total without refunds and without what a bank took back. */
export function leftCents(order: Money): number {
  const lost = (order.disputes ?? []).filter(({ status }) => status === 'lost')
  return Math.max(0, order.totalCents - refundedCents(order) - sumOf(lost))
}

/** Whether a dispute is open: the money is with the bank, and no parcel may be sent. */
export const hasOpenDispute = ({ disputes = [] }: Pick<Money, 'disputes'>): boolean =>
  disputes.some(({ status }) => status === 'open')

/** Whether a dispute was lost: the bank returned the money, so nothing more is sent. */
export const hasLostDispute = ({ disputes = [] }: Pick<Money, 'disputes'>): boolean =>
  disputes.some(({ status }) => status === 'lost')

/** Whether its money was received through our payment service, so that it can be refunded there. */
export const isPaidHere = ({
  paymentIntentId,
  externalId,
}: Pick<Order, 'paymentIntentId' | 'externalId'>): boolean =>
  paymentIntentId !== null && externalId === undefined

/** Whether a refund failed and is not handled yet. */
export const isTask = ({ status, resolvedAt }: Refund): boolean => status === 'failed' && resolvedAt === null

/** The refunds that failed and are not handled yet. */
export const failedRefunds = ({ refunds = [] }: Pick<Money, 'refunds'>): Refund[] => refunds.filter(isTask)

/** The fields to store with changed refunds or disputes. */
export function moneyFields(
  order: Money,
  { refunds = order.refunds ?? [], disputes = order.disputes ?? [] }: Partial<MoneyFields>,
): MoneyFields {
  const next = { ...order, refunds, disputes }
  const open = disputes.filter(({ status }) => status === 'open')
  const since = [...failedRefunds(next).map(({ changedAt }) => changedAt), ...open.map((one) => one.openedAt)]
  const pending = refunds.filter(({ status }) => status === 'pending').map(({ at }) => at)
  return {
    refunds,
    disputes,
    returnedCents: order.totalCents - leftCents(next),
    taskCount: since.length,
    taskAt: earliest(since),
    refundPendingAt: earliest(pending),
  }
}

const earliest = (dates: Date[]): Date | null =>
  dates.reduce<Date | null>((first, date) => (first === null || date < first ? date : first), null)
