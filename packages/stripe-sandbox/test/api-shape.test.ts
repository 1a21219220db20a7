import type Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { jsonOf, startFixture, threeAMonth, twoPranks } from './sandbox-fixture.ts'

const fixture = await startFixture('shape')
afterAll(() => fixture.stop())

const line = (price_data: object, quantity: number | string = 1) =>
  ({ line_items: [{ quantity, price_data }] }) as Partial<Stripe.Checkout.SessionCreateParams>
const potato = { currency: 'usd', unit_amount: 499, product_data: { name: 'Raw Potato' } }

describe('a new session', () => {
  test.each<[string, object, string | undefined, string | undefined]>([
    ['has no success address', { success_url: undefined }, 'success_url', 'parameter_missing'],
    ['has a relative success address', { success_url: '/success' }, 'success_url', 'url_invalid'],
    ['would run a script', { cancel_url: 'javascript:alert(1)' }, 'cancel_url', 'url_invalid'],
    ['has no lines', { line_items: undefined }, 'line_items', 'parameter_missing'],
    [
      'has no quantity',
      { line_items: [{ price_data: potato }] },
      'line_items[0][quantity]',
      'parameter_missing',
    ],
    [
      'has a fractional quantity',
      line(potato, '1.5'),
      'line_items[0][quantity]',
      'parameter_invalid_integer',
    ],
    ['has a quantity of zero', line(potato, 0), 'line_items[0][quantity]', 'parameter_invalid_integer'],
    [
      'has a negative price',
      line({ ...potato, unit_amount: -1 }),
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'has no product',
      line({ ...potato, product_data: undefined }),
      'line_items[0][price_data][product_data]',
      'parameter_missing',
    ],
    [
      'has an empty name',
      line({ ...potato, product_data: { name: '' } }),
      'line_items[0][price_data][product_data][name]',
      'parameter_invalid_empty',
    ],
    [
      'has no currency',
      line({ ...potato, currency: undefined }),
      'line_items[0][price_data][currency]',
      'parameter_missing',
    ],
    ['costs too little', line({ ...potato, unit_amount: 49 }), undefined, 'amount_too_small'],
    ['has an unknown mode', { mode: 'gift' }, 'mode', undefined],
    ['has a bad e-mail', { customer_email: 'ann' }, 'customer_email', 'email_invalid'],
    ['has an unknown parameter', { colour: 'red' }, 'colour', 'parameter_unknown'],
    [
      'has an unknown nested parameter',
      line({ ...potato, tip: 1 }),
      'line_items[0][price_data][tip]',
      'parameter_unknown',
    ],
    [
      'has a recurring price in payment mode',
      { ...line({ ...potato, recurring: { interval: 'month' } }) },
      'line_items',
      undefined,
    ],
    [
      'has a plan’s data in payment mode',
      { subscription_data: { metadata: { a: 'b' } } },
      'subscription_data',
      undefined,
    ],
    [
      'names an unknown customer',
      { customer: 'cus_nobody', customer_email: undefined },
      'customer',
      'resource_missing',
    ],
    ['expands a field that cannot be expanded', { expand: ['status'] }, 'expand', 'parameter_unknown'],
  ])('when it %s, then Stripe’s error names the parameter', async (_name, change, param, code) => {
    const params = { ...twoPranks, ...change } as Stripe.Checkout.SessionCreateParams
    const error = await fixture.stripe.checkout.sessions.create(params).then(
      () => null,
      (reason: Stripe.errors.StripeError) => reason,
    )
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError' })
    expect([error?.param, error?.code]).toEqual([param, code])
    expect(error?.requestId).toMatch(/^req_/)
  })

  test('when a plan has a one-time price, then it is rejected', async () => {
    const line_items = [threeAMonth, twoPranks].flatMap((params) => params.line_items ?? [])
    const params = { ...threeAMonth, line_items }
    await expect(fixture.stripe.checkout.sessions.create(params)).rejects.toMatchObject({
      param: 'line_items',
    })
  })

  test('when the body is written by hand in bracket form, then it is parsed', async () => {
    const body =
      'mode=payment&success_url=http%3A%2F%2Fshop.test%2F&line_items[0][quantity]=2&line_items[0][price_data][currency]=USD' +
      '&line_items[0][price_data][unit_amount]=499&line_items[0][price_data][product_data][name]=Bag+of+Farts' +
      '&metadata[0]=zero&metadata[a.b]=dot&metadata[$set]=dollar&expand[]=line_items'
    const response = await fetch(`${fixture.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('sk_test_x:').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    })
    const session = await jsonOf(response)
    expect(session).toMatchObject({
      amount_total: 998,
      currency: 'usd',
      line_items: { data: [{ description: 'Bag of Farts' }] },
    })
    expect(session.metadata).toEqual({ 0: 'zero', 'a.b': 'dot', $set: 'dollar' })
    await fixture.complete(session.id)
    expect(await fixture.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      metadata: session.metadata,
    })
  })
})

describe('a request', () => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(fixture.url + path, { headers })
    return {
      status: response.status,
      requestId: response.headers.get('request-id'),
      body: await jsonOf(response),
    }
  }

  test.each([
    ['no key', {}],
    ['a live key', { authorization: 'Bearer sk_live_abcdefgh12345678' }],
    ['a malformed key', { authorization: 'Bearer open-sesame' }],
  ])(
    'when it carries %s, then it gets 401 in Stripe’s shape',
    async (_name, headers: Record<string, string>) => {
      const { status, body } = await get('/v1/events', headers)
      expect(status).toBe(401)
      expect(body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) })
      expect(body.error.message).not.toContain('12345678')
    },
  )

  test('when its path or its object is unknown, then it gets 404 in Stripe’s shape', async () => {
    const key = { authorization: 'Bearer sk_test_x' }
    expect(await get('/v1/unicorns', key)).toMatchObject({
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    })
    expect(await get('/nowhere')).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error' } },
    })
    for (const [path, param] of [
      ['checkout/sessions/cs_test_x', 'session'],
      ['payment_intents/pi_x', 'intent'],
      ['subscriptions/sub_x', 'id'],
      ['invoices/in_x', 'invoice'],
      ['refunds/re_x', 'id'],
      ['disputes/du_x', 'id'],
      ['customers/cus_x', 'id'],
    ]) {
      expect(await get(`/v1/${path}`, key)).toMatchObject({
        status: 404,
        body: { error: { code: 'resource_missing', param } },
      })
    }
  })

  test('when its body is too large, then it gets 413', async () => {
    const response = await fetch(`${fixture.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
      body: `payment_intent=${'x'.repeat(1_100_000)}`,
    })
    expect(response.status).toBe(413)
  })

  test('when it reads the state, then it gets all kinds of Stripe objects, up to the limit', async () => {
    for (const params of [twoPranks, threeAMonth]) {
      const { body } = await fixture.complete((await fixture.stripe.checkout.sessions.create(params)).id)
      if (!body.payment_intent) continue
      await fixture.stripe.refunds.create({ payment_intent: body.payment_intent })
      await fixture.post(`/test/payments/${body.payment_intent}/dispute`)
    }
    const state = await fixture.state()
    const kinds = Object.entries(state).map(([name, list]) => [name, Array.isArray(list) && list[0].object])
    expect(Object.fromEntries(kinds)).toEqual({
      sessions: 'checkout.session',
      subscriptions: 'subscription',
      invoices: 'invoice',
      refunds: 'refund',
      disputes: 'dispute',
      events: 'event',
      deliveries: 'webhook_delivery',
    })
    expect((await get('/test/state?limit=1')).body.sessions).toHaveLength(1)
  })
})
