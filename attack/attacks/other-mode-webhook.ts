import { randomUUID } from 'node:crypto'
import { until } from '@prankpost/test-harness'
import { sandboxOf } from '../../test/support/sandbox.ts'
import { type Attack, expectSame } from '../frame/attack.ts'
import { newCustomer } from '../kit/people.ts'
import { deliver, noSecret } from '../kit/webhooks.ts'

/** Shorter than the 20 s after which the sweep queries Stripe. */
const timeoutMs = 5_000

/** A webhook of Stripe's live mode for a shop in test mode: it must not be recorded, and not block the real one. */
export const otherModeWebhook: Attack = {
  name: 'other-mode-webhook',
  finding: '9',
  bound: 'not recorded; the real one still is',
  obstacle: noSecret,
  async run(shop) {
    const sandbox = sandboxOf(shop)
    const customer = await newCustomer(shop)
    const stripe = shop.newAddress()
    // Drops the sandbox's own webhooks.
    await sandbox.chaos({ dropPercent: 100 })
    try {
      const { sessionId, orderId } = await customer.checkOut()
      await sandbox.pay(sessionId)
      const isPaid = async () => (await customer.history()).some((line) => line.orderId === orderId)
      const event = {
        id: `evt_${randomUUID().replaceAll('-', '')}`,
        object: 'event',
        type: 'checkout.session.completed',
        created: Math.floor(Date.now() / 1_000),
        data: { object: { id: sessionId, object: 'checkout.session' } },
      }
      const foreign = await deliver(shop, { ...event, livemode: true }, stripe)
      const wasPaid = await until(isPaid, timeoutMs / 2).catch(() => false)
      const own = await deliver(shop, { ...event, livemode: false }, stripe)
      const isPaidNow = await until(isPaid, timeoutMs).catch(() => false)
      const check = expectSame('an event of live mode records a payment', wasPaid, false)
      return {
        checks: [
          { ...check, seen: `${check.seen}, answered ${foreign.status}` },
          expectSame('the event of its own mode is accepted', own.status, 200),
          expectSame('and records the payment, under the same id', isPaidNow, true),
        ],
      }
    } finally {
      await sandbox.chaos({ dropPercent: 0 })
    }
  },
}
