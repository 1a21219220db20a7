import { invalid } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { isRecorded, newsOf } from '../stripe-news.ts'

const toleranceSeconds = 300
// Stripe's library would drop a byte order mark, and take broken bytes for others: then they were not what was signed.
const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Takes one of Stripe's webhooks: verified over its bytes first (signature, at most 5 minutes from now), then
 * stored, then acknowledged; the inbox works it off. A copy is acknowledged and changes nothing, and so is
 * what is not kept here. What could not be stored is not acknowledged, and Stripe sends it again.
 * @throws 400 when the signature does not hold, 503 when the database is away
 */
export async function receiveWebhook(
  { payload, signature }: { payload: unknown; signature: string | undefined },
  deps: Deps,
): Promise<{ received: true }> {
  const event = verify(payload, signature, deps)
  if (isRecorded(event)) {
    await deps.inbox.take({ ...newsOf(event), id: event.id, createdAt: new Date(event.created * 1_000) })
  }
  return { received: true }
}

function verify(
  payload: unknown,
  signature: string | undefined,
  { stripe, webhookSecret }: Deps,
): Stripe.Event {
  if (!Buffer.isBuffer(payload) || signature === undefined) throw invalid('The webhook is not signed.')
  try {
    const text = strictly.decode(payload)
    const event = stripe.webhooks.constructEvent(text, signature, webhookSecret, toleranceSeconds)
    if (!isAhead(signature)) return event
  } catch {
    // Told below, in words of our own.
  }
  throw invalid('The signature of the webhook does not hold.')
}

/** Whether it is signed for a time to come, which Stripe's library lets pass: until then it could be sent again. */
function isAhead(signature: string): boolean {
  const signedAt = Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1])
  return signedAt - Date.now() / 1_000 > toleranceSeconds
}
