import { invalid } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { recordEvent } from './record-event.ts'

/**
 * Takes one of Stripe's webhooks: verified over its bytes first (signature, at most 5 minutes old),
 * then recorded. What fails here is not acknowledged, and Stripe sends it again.
 * @throws 400 when the signature does not hold
 */
export async function receiveWebhook(
  { payload, signature }: { payload: unknown; signature: string | undefined },
  deps: Deps,
): Promise<{ received: true }> {
  const event = verify(payload, signature, deps)
  await recordEvent(event, deps)
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
