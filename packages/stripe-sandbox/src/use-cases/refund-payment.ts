import type { Checkout } from '../checkout.model.ts'
import { newId, siblingId } from '../ids.ts'
import { refundedCents, toCharge, toRefund } from '../objects/charge.ts'
import { draft } from '../objects/event.ts'
import { formatCents } from '../objects/money.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Context, Decision } from './context.ts'

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

/** Refunds a payment, never more than was paid: a higher amount is rejected as `charge_already_refunded`. */
export function refundPayment(order: RefundOrder) {
  return (checkout: Checkout, { now }: Context): RefundDecision => {
    const payment = checkout.payments.find((one) => one.intentId === order.intentId)
    if (!payment?.paidAt) {
      const message = `This PaymentIntent (${order.intentId}) does not have a successful charge to refund.`
      throw invalidRequest(message, 'payment_intent', 'payment_intent_unexpected_state')
    }
    const leftCents = payment.amountCents - refundedCents(payment)
    if (leftCents === 0) {
      const chargeId = siblingId('ch', payment.intentId)
      throw invalidRequest(
        `Charge ${chargeId} has already been refunded.`,
        undefined,
        'charge_already_refunded',
      )
    }
    const amountCents = order.amountCents ?? leftCents
    if (amountCents > leftCents) {
      const [wanted, left] = [amountCents, leftCents].map((cents) => formatCents(cents, checkout.currency))
      const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`
      throw invalidRequest(message, 'amount', 'charge_already_refunded')
    }

    const refund = {
      id: newId('re'),
      amountCents,
      createdAt: now,
      reason: order.reason,
      metadata: order.metadata,
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
