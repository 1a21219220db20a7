import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { sandboxOf } from '../sandbox.ts'
import { type Answer, Shopper } from '../shopper.ts'

/** An action that changes the shop, or that happens in the background. */
interface Journey {
  what: string
  go: () => Promise<unknown>
  /** How long the database must be idle until the action is complete. */
  restMs: number
}

interface People {
  shopper: Shopper
  ship: () => Promise<Answer>
}

/** Longer than the delivery of a message from one service to the next. */
const restMs = 300
/** Two rounds of the jobs that run every 2 seconds. */
const idleMs = 4_500

/** The actions of customers and the operator, each with all that follows from it in other services. */
export function journeysOf(stack: Stack, { shopper, ship }: People): Journey[] {
  const ok = async (answer: Promise<Answer>, status: number) => {
    const { status: was, body } = await answer
    if (was !== status) throw new Error(`answered ${was}: ${JSON.stringify(body)}`)
  }
  const visitor = new Shopper(stack)
  const form = { name: 'Pat', email: visitor.email, subject: 'Late', message: 'Where is it?' }
  const target = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
  let orderId = ''
  const { adminPassword } = stack
  return [
    { what: 'an account is made', restMs, go: () => visitor.signUp() },
    { what: 'a target is added', restMs, go: () => ok(shopper.call('POST', '/api/contacts', target), 201) },
    {
      what: 'a cart is bought, paid and reported',
      restMs,
      async go() {
        const session = await shopper.checkOut()
        orderId = session.orderId
        await sandboxOf(stack).pay(session.sessionId)
      },
    },
    {
      what: 'the order is shipped',
      restMs,
      go: () =>
        ok(
          shopper.call('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'shipped', adminPassword }),
          200,
        ),
    },
    { what: 'a parcel of a plan is shipped', restMs, go: () => ok(ship(), 201) },
    { what: 'a letter comes', restMs, go: () => ok(shopper.call('POST', '/api/contact-submit', form), 201) },
    { what: 'nothing is asked for', restMs: 25, go: () => sleep(idleMs) },
  ]
}
