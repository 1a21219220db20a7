import { randomUUID } from 'node:crypto'
import { type Attack, expectSame } from '../frame/attack.ts'
import { bombCall, type bombs } from '../kit/bombs.ts'
import { expectQuick, timeUnderFlood } from '../kit/timing.ts'
import { deliver, noSecret } from '../kit/webhooks.ts'

const path = '/api/webhooks/stripe'
const encodings: (keyof typeof bombs)[] = ['gzip', 'deflate', 'br']

/** Compressed bodies for the webhook's address, which has ten times the limit, while Stripe delivers. */
export const compressedWebhooks: Attack = {
  name: 'compressed-webhooks',
  finding: '1',
  bound: '415; slowest < 5 x calm median',
  obstacle: noSecret,
  async run(shop, { quick }) {
    const from = shop.newAddress()
    const checks = []
    for (const encoding of encodings) {
      const { status } = await shop.call('POST', path, { from, ...bombCall(encoding) })
      checks.push(expectSame(`POST ${path} with a body in ${encoding} gets 415`, status, 415))
    }
    if (quick) return { checks }
    const stripe = shop.newAddress()
    const { timing } = await timeUnderFlood({
      victim: "Stripe's delivery",
      call: async () => {
        // An event type that is not stored, so that all runs are equal.
        const event = {
          id: `evt_${randomUUID()}`,
          object: 'event',
          type: 'customer.updated',
          created: 1,
          data: {},
        }
        const { status } = await deliver(shop, event, stripe)
        if (status !== 200) throw new Error(`Stripe's delivery: ${status}`)
      },
      everyMs: 50,
      seconds: 8,
      flood: { perSecond: 280, call: () => shop.call('POST', path, { from, ...bombCall('br') }) },
    })
    return { checks: [...checks, expectQuick(timing)], timing }
  },
}
