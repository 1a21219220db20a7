import { afterAll, describe, expect, test } from '@jest/globals'
import { sessionCreated } from '@prankpost/contracts'
import fc from 'fast-check'
import { orderRequest, startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())

/** A paid session that nobody reported, and its event. */
async function paidEvent() {
  const { request } = orderRequest()
  const { sessionId } = await rig.asOrder.post('/internal/order-sessions', sessionCreated, request)
  await rig.pay(sessionId)
  const isRecorded = async () =>
    (await rig.payments.findById(request.orderId).lean())?.paidSessionId === sessionId
  return { event: await rig.event('checkout.session.completed', sessionId), isRecorded }
}

describe('a webhook', () => {
  test('when it is signed with the right secret then it is recorded', async () => {
    const { event, isRecorded } = await paidEvent()
    expect(await rig.deliver(event)).toMatchObject({ status: 200, body: { received: true } })
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
    const { status, body } = await rig.webhook(event, options)
    expect([status, body.code]).toEqual([400, 'invalid'])
    expect(await isRecorded()).toBe(false)
  })

  test('when it is not signed at all then it is a 400', async () => {
    const { event, isRecorded } = await paidEvent()
    expect((await rig.call('POST', '/api/webhooks/stripe', { body: event })).status).toBe(400)
    const headers = { 'stripe-signature': 't=1,v1=' }
    expect((await rig.call('POST', '/api/webhooks/stripe', { body: event, headers })).status).toBe(400)
    expect(await isRecorded()).toBe(false)
  })

  test('when it is over 1 MB then it is a 413', async () => {
    const { event } = await paidEvent()
    const { status, body } = await rig.webhook({ ...event, padding: 'x'.repeat(1_100_000) })
    expect([status, body.code]).toEqual([413, 'too_large'])
  })

  test('when any one byte of it differs then it is a 400 and nothing changes', async () => {
    const { event, isRecorded } = await paidEvent()
    const length = JSON.stringify(event).length
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.integer({ min: 1, max: 94 }), async (at, shift) => {
        const mutate = (text: string) => {
          const changed = String.fromCharCode(((text.charCodeAt(at) - 32 + shift) % 95) + 32)
          return text.slice(0, at) + changed + text.slice(at + 1)
        }
        expect((await rig.webhook(event, { mutate })).status).toBe(400)
      }),
      { numRuns: 200 },
    )
    expect(await isRecorded()).toBe(false)
  })

  test('when it is of a kind that is not kept here, or about nothing of ours, then it is acknowledged', async () => {
    const { event } = await paidEvent()
    expect((await rig.webhook({ ...event, type: 'charge.updated' })).status).toBe(200)
  })
})
