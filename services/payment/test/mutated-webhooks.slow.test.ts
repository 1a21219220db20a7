import { sessionCreated } from '@prankpost/contracts'
import { createInternalClient } from '@prankpost/service-kit'
import { testServiceKeys } from '@prankpost/service-kit/testing'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { orderRequest, planRequest, startFixture } from './fixture.ts'
import { mutatedWebhook, type SentWebhook, signed } from './mutated-webhook.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const secret = fixture.deps.webhookSecret
const inAll = 3_000
const atOnce = 50

async function send({ body, signature }: SentWebhook): Promise<{ status: number; code: unknown }> {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'stripe-signature': signature }),
  }
  const answer = await fetch(`${fixture.url}/api/webhooks/stripe`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers,
  })
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, code }
}

/** Everything that payment has stored. */
async function stored(): Promise<string> {
  const { db } = fixture.payments
  const collections = (await db.listCollections()).map(({ name }) => name).sort()
  const all = collections.map((name) => db.collection(name).find().sort({ _id: 1 }).toArray())
  return JSON.stringify(await Promise.all(all))
}

test('when 3,000 changed, forged or old webhooks arrive then each is a 400 and nothing is stored, but the originals are', async () => {
  const { request } = orderRequest()
  const order = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  const { privateKey } = testServiceKeys
  const subscription = createInternalClient({
    from: 'subscription',
    to: 'payment',
    urls: [fixture.url],
    privateKey,
  })
  const plan = await subscription.post('/internal/plan-sessions', sessionCreated, planRequest())
  await fixture.pay(order.sessionId)
  await fixture.pay(plan.sessionId)
  const { body } = await fixture.sandbox('GET', '/test/state')
  const bodies = (body.events as Stripe.Event[]).map((event) => Buffer.from(JSON.stringify(event)))
  const before = await stored()

  const seed = Date.now()
  const webhooks = fc.oneof(...bodies.map((one) => mutatedWebhook(one, secret)))
  for (let sent = 0; sent < inAll; sent += atOnce) {
    const batch = fc.sample(webhooks, { numRuns: atOnce, seed: seed + sent })
    const answers = await Promise.all(batch.map(send))
    const accepted = batch.filter((_, n) => answers[n]?.status !== 400 || answers[n]?.code !== 'invalid')
    const shown = accepted.map(({ signature, body }) => ({ signature, body: body.toString('latin1') }))
    expect({ seed: seed + sent, shown }).toEqual({ seed: seed + sent, shown: [] })
  }
  expect(await stored()).toBe(before)

  for (const one of bodies) expect((await send(signed(one, secret))).status).toBe(200)
  expect(await stored()).not.toBe(before)
})
