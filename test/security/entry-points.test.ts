import { startStack, until } from '@prankpost/test-harness'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { mutatedWebhook, type SentWebhook, signed } from '../../services/payment/test/mutated-webhook.ts'
import { everyDocument } from '../support/every-document.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

// No sweep may find the payment whose webhooks are refused.
const muchMore = '1000000'
const stack = await startStack({
  services: ['auth', 'contact', 'catalog', 'order', 'payment'],
  env: {
    gateway: { RATE_LIMIT_CALLS: muchMore },
    payment: { SESSION_SWEEP_AFTER_MS: muchMore, EVENT_SWEEP_EVERY_MS: muchMore },
  },
  restart: false,
})
afterAll(() => stack.stop())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(stack.baseUrl + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
const errorOf = async (response: Response) => {
  const { code, message, requestId } = (await response.json()) as Record<string, string>
  expect(message).toMatch(/^[A-Z].*[.a-zA-Z]$/)
  expect(requestId).toBe(response.headers.get('x-request-id'))
  return [response.status, code]
}

describe('at the gateway', () => {
  test('when a body is broken JSON then it is a 400', async () => {
    expect(await errorOf(await post('/api/auth/login', '{"email":'))).toEqual([400, 'invalid'])
  })

  test('when a body is larger than its endpoint accepts then it is a 413 that states the limit', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(16_384) })
    const response = await post('/api/auth/login', body)
    const message = 'That is too large: at most 16 kB can be sent here.'
    expect(await response.clone().json()).toMatchObject({ message })
    expect(await errorOf(response)).toEqual([413, 'too_large'])
  })

  test('when an address does not exist then it is a JSON 404, also for internal ones', async () => {
    for (const path of [
      '/api/nothing',
      '/internal/order-sessions',
      '/internal/admin-password',
      '/api/internal/pranks',
    ]) {
      expect(await errorOf(await post(path, '{}'))).toEqual([404, 'not_found'])
    }
  })

  test('when the call comes from another origin then it is a 403', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://localhost:1']) {
      expect(await errorOf(await post('/api/auth/logout', '{}', { origin }))).toEqual([403, 'forbidden'])
    }
    expect((await post('/api/auth/logout', '{}', { origin: stack.baseUrl })).status).toBe(200)
  })

  test('when a string field contains an object then it is a 400', async () => {
    const injection = JSON.stringify({ email: { $gt: '' }, password: { $ne: null } })
    expect(await errorOf(await post('/api/auth/login', injection))).toEqual([400, 'invalid'])
  })

  test('when a page is unknown then it is the store with a 404', async () => {
    const response = await fetch(`${stack.baseUrl}/no-such-page`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<html')
  })

  test('when a service is unavailable then its calls are a JSON 503, the others work, and checkout works without the catalog', async () => {
    const shopper = await new Shopper(stack).signUp()
    const cart = await shopper.cart()
    await stack.kill('catalog')
    // The gateway still answers from its cache for a moment.
    await until(async () => (await fetch(`${stack.baseUrl}/api/pranks`)).status === 503)
    expect(await errorOf(await fetch(`${stack.baseUrl}/api/pranks`))).toEqual([503, 'unavailable'])
    expect((await shopper.call('POST', '/api/validate-order', cart)).status).toBe(200)
    expect((await fetch(`${stack.baseUrl}/readyz`)).status).toBe(503)
    stack.start('catalog')
    await stack.waitUntilReady()
    expect((await fetch(`${stack.baseUrl}/api/pranks`)).status).toBe(200)
  })
})

test('when 200 changed, forged or old webhooks come through the gateway then each is a 400 and nothing is stored; a valid one is accepted', async () => {
  const sandbox = sandboxOf(stack)
  await sandbox.chaos({ dropPercent: 100 })
  const shopper = await new Shopper(stack).signUp()
  const { sessionId, orderId } = await shopper.checkOut()
  await sandbox.pay(sessionId)
  const { events } = await sandbox.state()
  const bodies = events.map((event: Stripe.Event) => Buffer.from(JSON.stringify(event)))
  const secret = stack.secrets.STRIPE_WEBHOOK_SECRET
  const stored = async () =>
    JSON.stringify(await everyDocument(stack, (place) => /^(payment|order)\./.test(place)))
  const before = await stored()

  const webhooks = fc.sample(fc.oneof(...bodies.map((one) => mutatedWebhook(one, secret))), 200)
  for (const webhook of webhooks) {
    const answer = await sendWebhook(webhook)
    expect({ ...webhook, status: answer.status }).toEqual({ ...webhook, status: 400 })
  }
  expect(await stored()).toBe(before)

  for (const body of bodies) expect((await sendWebhook(signed(body, secret))).status).toBe(200)
  const [line] = await shopper.historyOf(1)
  expect(line?.orderId).toBe(orderId)
}, 60_000)

const sendWebhook = ({ body, signature }: SentWebhook) =>
  fetch(`${stack.baseUrl}/api/webhooks/stripe`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
  })
