import type { Stack } from '@prankpost/local-stack'
import Stripe from 'stripe'
import { sandboxOf } from '../test/sandbox.ts'
import { Shopper } from '../test/shopper.ts'
import { percentiles } from './percentiles.ts'

/**
 * How long after its webhook was answered an order is in the history. The sandbox sends nothing here:
 * each webhook is signed and sent by the bench itself, so that it knows when the answer came.
 */
export async function measureWebhookToVisible(stack: Stack, count: number) {
  const sandbox = sandboxOf(stack)
  await sandbox.chaos({ dropPercent: 100 })
  const durations: number[] = []
  const shopper = await new Shopper(stack).signUp()
  for (let n = 0; n < count; n++) {
    // A fresh customer now and then keeps the history as short as a customer's is.
    const buyer = n % 20 === 0 ? await new Shopper(stack).signUp() : shopper
    const { orderId, sessionId } = await buyer.checkOut()
    await sandbox.pay(sessionId)
    const { events } = await sandbox.state()
    const event = events.find(
      ({ type, data }) =>
        type === 'checkout.session.completed' && (data.object as { id?: string }).id === sessionId,
    )
    const payload = JSON.stringify(event)
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
    const answered = performance.now()
    while (!(await buyer.history()).some((entry) => entry.orderId === orderId && entry.status === 'paid')) {
      if (performance.now() - answered > 10_000) throw new Error('an order did not become visible in 10 s')
    }
    durations.push(performance.now() - answered)
  }
  await sandbox.chaos({})
  return percentiles(durations)
}
