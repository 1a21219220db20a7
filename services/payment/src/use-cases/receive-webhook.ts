import { invalid } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { recordInvoiceFailed, recordInvoicePaid, recordPlanEnded } from './record-invoice.ts'
import { settleSession } from './settle-session.ts'

/**
 * Takes one of Stripe's webhooks: verified over its bytes first (signature, at most 5 minutes old),
 * then recorded by what Stripe itself says now, so that copies, delays and disorder change nothing.
 * What fails here is not acknowledged, and Stripe sends it again.
 * @throws 400 when the signature does not hold
 */
export async function receiveWebhook(
  { payload, signature }: { payload: unknown; signature: string | undefined },
  deps: Deps,
): Promise<{ received: true }> {
  const event = verify(payload, signature, deps)
  await record(event, deps)
  return { received: true }
}

function verify(
  payload: unknown,
  signature: string | undefined,
  { stripe, webhookSecret }: Deps,
): Stripe.Event {
  if (!Buffer.isBuffer(payload) || signature === undefined) throw invalid('The webhook is not signed.')
  try {
    return stripe.webhooks.constructEvent(payload, signature, webhookSecret)
  } catch {
    throw invalid('The signature of the webhook does not hold.')
  }
}

async function record(event: Stripe.Event, deps: Deps): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      await settleSession(event.data.object.id, deps)
      return
    case 'invoice.paid':
      return recordInvoicePaid(String(event.data.object.id), deps)
    case 'invoice.payment_failed':
      return recordInvoiceFailed(String(event.data.object.id), deps)
    case 'customer.subscription.deleted':
      return recordPlanEnded(event.data.object.id, deps)
    default:
    // The rest of Stripe's events say nothing that is kept here.
  }
}
