import { draft } from '../objects/event.ts'
import { toPaymentIntent } from '../objects/payment.ts'
import { toSession } from '../objects/session.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Decide } from './context.ts'

/**
 * The bank's answer to a delayed payment: it succeeded or failed. The same answer again is a no-op; a payment that is not
 * delayed, or was answered the other way, is rejected.
 */
export function settlePayment(intentId: string, succeeded: boolean): Decide {
  return (checkout, { now }) => {
    const payment = checkout.payments.find((one) => one.intentId === intentId)
    if (!payment?.isProcessing) {
      if (payment?.isProcessing === false && (payment.paidAt !== null) === succeeded) return { events: [] }
      throw invalidRequest(`This PaymentIntent (${intentId}) is not processing.`, 'payment_intent')
    }
    payment.isProcessing = false
    if (succeeded) payment.paidAt = now
    const session = toSession(checkout)
    const intent = toPaymentIntent(checkout, payment)
    return {
      events: succeeded
        ? [
            draft('checkout.session.async_payment_succeeded', session),
            draft('payment_intent.succeeded', intent),
          ]
        : [
            draft('checkout.session.async_payment_failed', session),
            draft('payment_intent.payment_failed', intent),
          ],
    }
  }
}
