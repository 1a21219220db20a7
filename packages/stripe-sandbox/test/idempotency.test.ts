import { until } from '@prankpost/test-harness'
import Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture, twoPranks } from './sandbox-fixture.ts'

const fixture = await startFixture('idempotency')
const { port } = new URL(fixture.url)
const clientWith = (maxNetworkRetries: number) =>
  new Stripe('sk_test_fixture', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries })
const eager = clientWith(0)
afterAll(() => fixture.stop())

describe('an idempotency key', () => {
  test('when it is used again with the same parameters, then the first answer is repeated, even after later changes', async () => {
    const first = await eager.checkout.sessions.create(twoPranks, { idempotencyKey: 'again' })
    await fixture.complete(first.id)
    const second = await eager.checkout.sessions.create(twoPranks, { idempotencyKey: 'again' })
    expect({ ...second, lastResponse: null }).toEqual({ ...first, lastResponse: null })
    expect(second.status).toBe('open')
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  })

  test('when it is used again with other parameters, then it is rejected, on the same path or another', async () => {
    const session = await eager.checkout.sessions.create(twoPranks, { idempotencyKey: 'other' })
    const other = { ...twoPranks, client_reference_id: 'o2' }
    const refusal = { type: 'StripeIdempotencyError', statusCode: 400 }
    await expect(eager.checkout.sessions.create(other, { idempotencyKey: 'other' })).rejects.toMatchObject(
      refusal,
    )
    const expiry = eager.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'other' })
    await expect(expiry).rejects.toMatchObject(refusal)
    expect(await eager.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' })
  })

  test('when a refund is requested again with the same key, then one refund is made', async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(async () => {
        const { id } = await eager.checkout.sessions.create(twoPranks)
        return String((await fixture.complete(id)).body.payment_intent)
      }),
    )
    if (!a || !b) throw new Error('no payments')
    const first = await eager.refunds.create({ payment_intent: a }, { idempotencyKey: 'refund' })
    const second = await eager.refunds.create({ payment_intent: a }, { idempotencyKey: 'refund' })
    expect(second.id).toBe(first.id)
    const elsewhere = eager.refunds.create({ payment_intent: b }, { idempotencyKey: 'refund' })
    await expect(elsewhere).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    expect((await eager.refunds.list({ payment_intent: b })).data).toEqual([])
  })

  test('when a session is expired again with the same key, then the first answer is repeated', async () => {
    const { id } = await eager.checkout.sessions.create(twoPranks)
    await eager.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire' })
    const again = await eager.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire' })
    expect(again).toMatchObject({ id, status: 'expired' })
  })

  test('when it is in use, then a second request gets 409, and one object is made', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        eager.checkout.sessions.create(twoPranks, { idempotencyKey: 'at once' }),
      ),
    )
    const refused = tries.filter((one) => one.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    }
    const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(new Set(made).size).toBe(1)
  })

  test('when the first call is slow and its client disconnects, then the key stays in use until it is answered', async () => {
    await fixture.post('/test/api/chaos', { delayMs: 60_000 })
    const delay = async () =>
      (await (await fetch(`${fixture.url}/test/api/chaos`)).json()) as { delayMs: number; waiting: number }
    const create = () => eager.checkout.sessions.create(twoPranks, { idempotencyKey: 'slow' })
    try {
      const giveUp = new AbortController()
      const lines = {
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '499',
        'line_items[0][price_data][product_data][name]': 'Raw Potato',
      }
      const first = fetch(`${fixture.url}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_fixture', 'idempotency-key': 'slow' },
        body: new URLSearchParams({ mode: 'payment', success_url: 'http://shop.test', ...lines }),
        signal: giveUp.signal,
      })
      await until(async () => (await delay()).waiting === 1)
      giveUp.abort()
      await expect(first).rejects.toThrow()
      await expect(create()).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    } finally {
      await fixture.post('/test/api/chaos')
    }
    expect(await delay()).toEqual({ delayMs: 0, waiting: 0 })
    const refusal = await until(() =>
      create().catch((error: Stripe.errors.StripeError) => error.statusCode !== 409 && error),
    )
    // The first call created its session and used the key; this call has other parameters.
    expect(refusal).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('when clients retry automatically, then concurrent calls return the same object', async () => {
    const patient = clientWith(2)
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        patient.checkout.sessions.create(twoPranks, { idempotencyKey: 'retried' }),
      ),
    )
    expect(new Set(made.map((session) => session.id)).size).toBe(1)
  })

  test('when a request was rejected for its parameters, then the key can be used again', async () => {
    const wrong = { ...twoPranks, line_items: [] }
    await expect(eager.checkout.sessions.create(wrong, { idempotencyKey: 'wrong' })).rejects.toMatchObject({
      statusCode: 400,
    })
    const session = await eager.checkout.sessions.create(twoPranks, { idempotencyKey: 'wrong' })
    expect(session.status).toBe('open')
  })

  test('when none is given, then each request creates its own object', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => eager.checkout.sessions.create(twoPranks)))
    expect(new Set(sessions.map((session) => session.id)).size).toBe(3)
  })
})
