import { invalid } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { webhooksTotal } from '../metrics.ts'
import { mayBeValid, toleranceSeconds } from '../signature-header.ts'
import { isRecorded, newsOf } from '../stripe-news.ts'

// Stripe's library would drop a byte order mark and replace invalid bytes: the text would differ from what was signed.
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The fields that are read from an event. Recorded types also need the id of their object. */
const readable = z.looseObject({ id: z.string().min(1), type: z.string(), created: z.int() })
const readableObject = z.looseObject({ data: z.looseObject({ object: z.looseObject({ id: z.string() }) }) })
const notAnEvent = () => invalid('The webhook is not an event of Stripe.')

/**
 * Accepts a webhook from Stripe: the signature over the bytes is verified first (at most 5 minutes old), then the
 * event is stored, then acknowledged; the inbox processes it. A copy is acknowledged without effect, and so is an
 * event of a type that is not recorded, or of the other mode: Stripe would retry a refusal for days. An event
 * that could not be stored is not acknowledged, and Stripe sends it again.
 * @throws 400 when the signature is invalid or the signed payload is not an event, 503 when the database is unavailable
 * @see https://docs.stripe.com/webhooks#test-mode-and-live-mode-events
 */
export async function receiveWebhook(
  { payload, signature }: { payload: unknown; signature: string | undefined },
  deps: Deps,
): Promise<{ received: true }> {
  const event = verify(payload, signature, deps)
  if (!readable.safeParse(event).success) throw notAnEvent()
  if (event.livemode !== deps.livemode) {
    webhooksTotal.inc({ outcome: 'other-mode' })
    const mode = event.livemode ? 'live' : 'test'
    deps.log.warn(
      { stripeEvent: event.id, type: event.type, mode },
      'webhook ignored: STRIPE_SECRET_KEY is of the other mode. Check the webhook endpoints in the Stripe dashboard',
    )
  } else if (isRecorded(event)) {
    if (!readableObject.safeParse(event).success) throw notAnEvent()
    await deps.inbox.ingest({ ...newsOf(event), id: event.id, createdAt: new Date(event.created * 1_000) })
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
    const text = strictDecoder.decode(payload)
    const event = stripe.webhooks.constructEvent(text, signature, webhookSecret, toleranceSeconds)
    // Stripe's library accepts any time in the future: such a webhook could be replayed until then.
    if (mayBeValid(signature)) return event
  } catch (error) {
    // The signature was checked before the text was parsed.
    if (error instanceof SyntaxError) throw notAnEvent()
  }
  throw invalid('The signature of the webhook does not hold.')
}
