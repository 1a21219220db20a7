import type { Checkout, Payment, Refund } from '../checkout.model.ts'
import { newId, siblingId } from '../ids.ts'
import { refundedCents, toCharge, toRefund } from '../objects/charge.ts'
import { draft, type EventDraft } from '../objects/event.ts'
import { formatCents } from '../objects/money.ts'
import { invalidRequest } from '../stripe-error.ts'
import { storedTestCard } from '../test-cards.ts'
import type { Context, Decide, Decision } from './context.ts'

/** How long a bank needs for the refunds of the test cards whose refunds change later. */
const bankMs = 30_000

/** The refund to make; without an amount, everything that is left. */
export interface RefundOrder {
  intentId: string
  amountCents: number | undefined
  reason: string | null
  metadata: Record<string, string>
}

/** A refund that was made, and its id. */
export interface RefundDecision extends Decision {
  refundId: string
}

/**
 * Refunds a payment, never more than was paid: a higher amount is rejected as `charge_already_refunded`, and a payment
 * that was charged back as `charge_disputed`.
 */
export function refundPayment(order: RefundOrder) {
  return (checkout: Checkout, { now }: Context): RefundDecision => {
    const payment = checkout.payments.find((one) => one.intentId === order.intentId)
    if (!payment?.paidAt) {
      const message = `This PaymentIntent (${order.intentId}) does not have a successful charge to refund.`
      throw invalidRequest(message, 'payment_intent', 'payment_intent_unexpected_state')
    }
    const amountCents = refundableCents(checkout, payment, order.amountCents)
    const outcome = storedTestCard(payment.card)?.refund
    const refund: Refund = {
      id: newId('re'),
      amountCents,
      createdAt: now,
      reason: order.reason,
      metadata: order.metadata,
      status: outcome === 'succeeds later' ? 'pending' : 'succeeded',
      ...(outcome && { settlesAt: new Date(now.getTime() + bankMs) }),
    }
    const before = refundedCents(payment)
    payment.refunds.push(refund)
    return {
      refundId: refund.id,
      events: [
        draft('charge.refunded', toCharge(checkout, payment), { amount_refunded: before, refunded: false }),
        draft('refund.created', toRefund(checkout, payment, refund)),
      ],
    }
  }
}

function refundableCents(checkout: Checkout, payment: Payment, wanted: number | undefined): number {
  const chargeId = siblingId('ch', payment.intentId)
  const leftCents = payment.amountCents - refundedCents(payment)
  if (payment.disputes?.some(({ status }) => status !== 'won')) {
    const message = `Charge ${chargeId} has been charged back; cannot issue a refund.`
    throw invalidRequest(message, undefined, 'charge_disputed')
  }
  if (leftCents === 0) {
    const message = `Charge ${chargeId} has already been refunded.`
    throw invalidRequest(message, undefined, 'charge_already_refunded')
  }
  if (wanted !== undefined && wanted > leftCents) {
    const [amount, left] = [wanted, leftCents].map((cents) => formatCents(cents, checkout.currency))
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(message, 'amount', 'charge_already_refunded')
  }
  return wanted ?? leftCents
}

/** Applies the bank's answer to the refunds of a checkout that are due; does nothing to any other refund. */
export const settleDueRefunds: Decide = (checkout, { now }) => ({
  events: settle(checkout, (refund) => refund.settlesAt !== undefined && refund.settlesAt <= now),
})

/** Applies the bank's answer to one refund now. A refund that the bank has answered stays as it is. */
export const settleRefund =
  (refundId: string): Decide =>
  (checkout) => ({
    events: settle(checkout, ({ id, settlesAt }) => id === refundId && settlesAt !== undefined),
  })

function settle(checkout: Checkout, isDue: (refund: Refund) => boolean): EventDraft[] {
  return checkout.payments.flatMap((payment) =>
    payment.refunds.filter(isDue).flatMap((refund) => {
      const before = refund.status ?? 'succeeded'
      refund.status = before === 'pending' ? 'succeeded' : 'failed'
      delete refund.settlesAt
      const object = toRefund(checkout, payment, refund)
      return [
        draft('charge.refund.updated', object, { status: before }),
        draft('refund.updated', object, { status: before }),
        ...(refund.status === 'failed' ? [draft('refund.failed', object, { status: before })] : []),
      ]
    }),
  )
}
