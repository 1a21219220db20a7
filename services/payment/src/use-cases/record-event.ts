import type { Deps } from '../deps.ts'
import type { News } from '../stripe-news.ts'
import { recordInvoiceFailed, recordInvoicePaid, recordPlanEnded } from './record-invoice.ts'
import { recordInvoiceDropped } from './record-invoice-dropped.ts'
import { settleNewCard, settlePlansOf } from './settle-customer.ts'
import { settleDispute } from './settle-disputes.ts'
import { settlePlan } from './settle-plan.ts'
import { settleRefund, settleRefunds } from './settle-refunds.ts'
import { settleSession } from './settle-session.ts'

/**
 * Records the object of an event as Stripe currently reports it, whether the event came from a webhook or from the list
 * of events. Copies, delays and any sequence of events give the same result.
 * @throws 503 when Stripe is unavailable
 */
export async function recordEvent({ type, objectId }: News, deps: Deps): Promise<void> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      await settleSession(objectId, deps)
      return
    case 'invoice.paid':
      return recordInvoicePaid(objectId, deps)
    case 'invoice.payment_failed':
      return recordInvoiceFailed(objectId, deps)
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return recordInvoiceDropped(objectId, deps)
    case 'customer.subscription.updated':
      return settlePlan(objectId, deps)
    case 'customer.updated':
      return settlePlansOf(objectId, deps)
    case 'payment_method.attached':
      return settleNewCard(objectId, deps)
    case 'customer.subscription.deleted':
      return recordPlanEnded(objectId, deps)
    case 'charge.refunded':
      return settleRefunds(objectId, deps)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return settleRefund(objectId, deps)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return settleDispute(objectId, deps)
  }
}
