import type { Checkout, Dispute, Payment } from '../checkout.model.ts'
import { newId } from '../ids.ts'
import { refundedCents } from '../objects/charge.ts'
import { toDispute } from '../objects/dispute.ts'
import { draft, type EventDraft } from '../objects/event.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Context, Decide, Decision } from './context.ts'

/** A dispute that was opened or closed, and its id. */
export interface DisputeDecision extends Decision {
  disputeId: string
}

/** Opens a dispute about what is left of a payment. A payment is disputed once: a repeat returns the first dispute. */
export function disputePayment(intentId: string, reason: string) {
  return (checkout: Checkout, { now }: Context): DisputeDecision => {
    const payment = checkout.payments.find((one) => one.intentId === intentId)
    if (!payment?.paidAt) {
      const message = `This PaymentIntent (${intentId}) does not have a successful charge to dispute.`
      throw invalidRequest(message, 'payment_intent', 'payment_intent_unexpected_state')
    }
    const known = payment.disputes?.[0]
    if (known) return { disputeId: known.id, events: [] }
    return openDispute(checkout, payment, reason, now)
  }
}

/** Adds a dispute to a payment that has none. */
export function openDispute(
  checkout: Checkout,
  payment: Payment,
  reason: string,
  now: Date,
): DisputeDecision {
  const dispute: Dispute = {
    id: newId('du'),
    amountCents: payment.amountCents - refundedCents(payment) || payment.amountCents,
    createdAt: now,
    reason,
    status: 'needs_response',
  }
  payment.disputes = [dispute]
  return {
    disputeId: dispute.id,
    events: [draft('charge.dispute.created', toDispute(checkout, payment, dispute))],
  }
}

/** Closes a dispute as won or lost. Closing it the same way again is a no-op; the other way is rejected. */
export function closeDispute(disputeId: string, isWon: boolean): Decide {
  const status = isWon ? 'won' : 'lost'
  return (checkout) => ({
    events: checkout.payments.flatMap((payment) =>
      (payment.disputes ?? [])
        .filter(({ id }) => id === disputeId)
        .flatMap((dispute) => close(checkout, payment, dispute, status)),
    ),
  })
}

function close(checkout: Checkout, payment: Payment, dispute: Dispute, status: 'won' | 'lost'): EventDraft[] {
  const before = dispute.status
  if (before === status) return []
  if (before !== 'needs_response') throw invalidRequest('This dispute is already closed', 'status')
  dispute.status = status
  const object = toDispute(checkout, payment, dispute)
  return [
    draft('charge.dispute.updated', object, { status: before }),
    draft('charge.dispute.closed', object, { status: before }),
  ]
}
