import { randomBytes } from 'node:crypto'
import type { Stack } from '@prankpost/test-harness'
import Stripe from 'stripe'
import { sandboxOf } from '../test/support/sandbox.ts'

/**
 * Pays a session and sends its signed webhook instead of Stripe. Resolves when the shop has answered the webhook: only the
 * sender knows this time. The sandbox must not send webhooks itself (`dropPercent: 100`).
 */
export async function payAndSendWebhook(stack: Stack, sessionId: string): Promise<void> {
  const { status, body: session } = await sandboxOf(stack).pay(sessionId)
  if (status !== 200) throw new Error(`a session was not paid: ${status}`)
  const payload = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    created: Math.floor(Date.now() / 1_000),
    data: { object: session },
    livemode: false,
    pending_webhooks: 1,
    type: 'checkout.session.completed',
  })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: stack.secrets.STRIPE_WEBHOOK_SECRET,
  })
  const answer = await fetch(`${stack.baseUrl}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  if (answer.status !== 200) throw new Error(`the webhook was answered with ${answer.status}`)
}
