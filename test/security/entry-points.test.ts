import { sharedStack, until } from '@prankpost/test-harness'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { mutatedWebhook, type SentWebhook, signed } from '../../services/payment/test/mutated-webhook.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const stack = await sharedStack()

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
})

test('when changed, forged or old webhooks come through the gateway then each is a 400; valid ones are accepted, and a repeat changes nothing', async () => {
  const shopper = await new Shopper(stack).signUp()
  const { sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  const { events } = await sandboxOf(stack).state()
  const bodies = events
    .filter(({ data }) => (data.object as { id?: string }).id === sessionId)
    .map((event) => Buffer.from(JSON.stringify(event)))
  const secret = stack.secrets.STRIPE_WEBHOOK_SECRET
  const ledgers = openLedgers(stack)
  const payment = () => ledgers.payments.findOne({ 'sessions.id': sessionId })
  // The order exists a moment before the payment's outbox is empty.
  const before = await until(async () => {
    const found = await payment()
    return found?.outboxDueAt === undefined ? found : null
  })

  const webhooks = fc.sample(fc.oneof(...bodies.map((one) => mutatedWebhook(one, secret))), 40)
  for (const webhook of webhooks) {
    const answer = await sendWebhook(webhook)
    expect({ ...webhook, status: answer.status }).toEqual({ ...webhook, status: 400 })
  }
  for (const body of bodies) expect((await sendWebhook(signed(body, secret))).status).toBe(200)
  expect(await payment()).toEqual(before)
  await ledgers.close()
})

const sendWebhook = ({ body, signature }: SentWebhook) =>
  fetch(`${stack.baseUrl}/api/webhooks/stripe`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
  })
