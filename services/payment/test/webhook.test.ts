import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { sessionCreated } from '@prankpost/contracts'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { orderRequest, startFixture } from './fixture.ts'
import { signed } from './mutated-webhook.ts'

const fixture = await startFixture()
/** Payment with another Stripe key. */
const fixtures = new Map(
  await Promise.all(
    ['sk_test_2', 'rk_test_2', 'sk_live_2', 'rk_live_2'].map(
      async (secretKey) => [secretKey, await startFixture({ secretKey })] as const,
    ),
  ),
)
afterAll(() => Promise.all([fixture, ...fixtures.values()].map((one) => one.close())))

/** A paid, unreported session and its event. */
async function paidEvent() {
  const { request } = orderRequest()
  const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  await fixture.pay(sessionId)
  const isRecorded = async () =>
    (await fixture.payments.findById(request.orderId).lean())?.paidSessionId === sessionId
  return { event: await fixture.event('checkout.session.completed', sessionId), isRecorded }
}

describe('a webhook', () => {
  test('when it is signed with the right secret then it is recorded', async () => {
    const { event, isRecorded } = await paidEvent()
    expect(await fixture.deliver(event)).toMatchObject({ status: 200, body: { received: true } })
    expect(await isRecorded()).toBe(true)
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each([
    ['signed with another secret', { secret: 'whsec_wrong' }],
    ['ten minutes old', { timestamp: now() - 600 }],
    ['changed after signing', { mutate: (text: string) => text.replace('"paid"', '"paid" ') }],
    ['cut short', { mutate: (text: string) => text.slice(0, -1) }],
    ['empty', { mutate: () => '' }],
  ])('when it is %s then it is a 400 and nothing changes', async (_what, options) => {
    const { event, isRecorded } = await paidEvent()
    const { status, body } = await fixture.webhook(event, options)
    expect([status, body.code]).toEqual([400, 'invalid'])
    expect(await isRecorded()).toBe(false)
  })

  test('when it is not signed at all then it is a 400', async () => {
    const { event, isRecorded } = await paidEvent()
    expect((await fixture.call('POST', '/api/webhooks/stripe', { body: event })).status).toBe(400)
    const headers = { 'stripe-signature': 't=1,v1=' }
    expect((await fixture.call('POST', '/api/webhooks/stripe', { body: event, headers })).status).toBe(400)
    expect(await isRecorded()).toBe(false)
  })

  test.each([
    ['no JSON', 'not json'],
    ['cut short', '{"id":"evt_1","type":'],
    ['no object', 'null'],
    ['a list', '[1]'],
    ['an object without an event', '{"object":"event"}'],
    [
      'an event of something that has no id',
      '{"id":"evt_1","type":"checkout.session.completed","data":null}',
    ],
    [
      'an event without a time',
      '{"id":"evt_1","type":"checkout.session.completed","livemode":false,"data":{"object":{"id":"cs_test_1"}}}',
    ],
  ])('when it is signed and %s then it is a 400 and nothing is stored', async (_what, text) => {
    const before = await fixture.stripeEvents.countDocuments()
    const { status, body } = await fixture.webhookOf(text)
    expect([status, body.code]).toEqual([400, 'invalid'])
    expect(body.message).toBe('The webhook is not an event of Stripe.')
    expect(await fixture.stripeEvents.countDocuments()).toBe(before)
  })

  const right = '0'.repeat(64)
  test.each([
    ['400', 'no signature', undefined],
    ['400', 'no signature of the scheme v1', `t=${now()},v0=${right}`],
    ['400', 'a malformed signature', `t=${now()},v1=nonsense`],
    ['400', 'a signature from ten minutes ago', `t=${now() - 600},v1=${right}`],
    ['400', 'a signature from the future', `t=${now() + 600},v1=${right}`],
    ['413', 'a body over 128 kB', `t=${now()},v1=${right}`],
  ])(
    'when it is a %s for %s then the answer is sent before the body arrives',
    async (status, _what, signature) => {
      const { hostname, port } = new URL(fixture.url)
      const socket = connect(Number(port), hostname)
      const header = signature === undefined ? '' : `stripe-signature: ${signature}\r\n`
      socket.write(
        `POST /api/webhooks/stripe HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 131073\r\n${header}\r\n`,
      )
      expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    },
  )

  test('when it is compressed then it is a 415, although its signature is valid', async () => {
    const { event, isRecorded } = await paidEvent()
    const { body, signature } = signed(gzipSync(JSON.stringify(event)), fixture.deps.webhookSecret)
    const headers = { 'content-encoding': 'gzip', 'stripe-signature': signature as string }
    const url = `${fixture.url}/api/webhooks/stripe`
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers })
    expect(answer.status).toBe(415)
    expect(await isRecorded()).toBe(false)
  })

  test('when any byte of it is changed then it is a 400 and nothing changes', async () => {
    const { event, isRecorded } = await paidEvent()
    const length = JSON.stringify(event).length
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.integer({ min: 1, max: 94 }), async (at, shift) => {
        const mutate = (text: string) => {
          const changed = String.fromCharCode(((text.charCodeAt(at) - 32 + shift) % 95) + 32)
          return text.slice(0, at) + changed + text.slice(at + 1)
        }
        expect((await fixture.webhook(event, { mutate })).status).toBe(400)
      }),
      { numRuns: 200 },
    )
    expect(await isRecorded()).toBe(false)
  })

  test.each([...fixtures])('when it has the same mode as the key %s then it is stored', async (key, own) => {
    const { event } = await paidEvent()
    expect((await own.webhook({ ...event, livemode: key.includes('live') })).status).toBe(200)
    expect(await own.stripeEvents.countDocuments({ _id: event.id })).toBe(1)
  })

  test.each([...fixtures])(
    'when it has another mode than the key %s then it is acknowledged, logged and not stored',
    async (key, other) => {
      const { event } = await paidEvent()
      const warn = vi.spyOn(other.deps.log, 'warn')
      const livemode = !key.includes('live')
      const { status, body } = await other.webhook({ ...event, livemode })
      expect([status, body]).toEqual([200, { received: true }])
      expect(await other.stripeEvents.countDocuments({ _id: event.id })).toBe(0)
      expect(warn).toHaveBeenCalledWith(
        { stripeEvent: event.id, type: event.type, mode: livemode ? 'live' : 'test' },
        expect.stringMatching(/^webhook ignored: STRIPE_SECRET_KEY is of the other mode/),
      )
    },
  )

  test('when its type is not recorded, or it belongs to another shop, then it is acknowledged', async () => {
    const { event } = await paidEvent()
    expect((await fixture.webhook({ ...event, type: 'charge.updated' })).status).toBe(200)
  })
})
