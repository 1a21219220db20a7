import type { Deps } from '../deps.ts'
import type { News } from '../stripe-news.ts'
import { recordInvoiceFailed, recordInvoicePaid, recordPlanEnded } from './record-invoice.ts'
import { settleSession } from './settle-session.ts'

/**
 * Records what an event is about by what Stripe itself says now, whoever brings it: a webhook or the
 * list of events. Copies, delays and disorder change nothing.
 * @throws 503 when Stripe is away
 */
export async function recordEvent({ type, objectId }: News, deps: Deps): Promise<void> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      await settleSession(objectId, deps)
      return
    case 'invoice.paid':
      return recordInvoicePaid(objectId, deps)
    case 'invoice.payment_failed':
      return recordInvoiceFailed(objectId, deps)
    case 'customer.subscription.deleted':
      return recordPlanEnded(objectId, deps)
  }
}
