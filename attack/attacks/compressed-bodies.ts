import { type Attack, expectSame } from '../frame/attack.ts'
import { bombCall, type bombs } from '../kit/bombs.ts'
import { type Customer, newCustomer } from '../kit/people.ts'
import { expectQuick, type Timing, timeUnderFlood, worstOf } from '../kit/timing.ts'

/** Endpoints that accept a body, with an endpoint of the same service for the victim. */
const endpoints = [
  { flooded: '/api/contacts', victim: '/api/contacts' },
  { flooded: '/api/create-order-record', victim: '/api/prank-history' },
  { flooded: '/api/auth/login', victim: '/api/auth/user' },
]
const others = ['/api/contact-submit', '/api/create-subscription-checkout', '/api/admin/orders/status']
const encodings: (keyof typeof bombs)[] = ['gzip', 'deflate', 'br']

/** Below the gateway's limit of 300 calls in 10 s. */
const perSecond = 28

/** A stranger without a session sends bodies that inflate to 1 MB. */
export const compressedBodies: Attack = {
  name: 'compressed-bodies',
  finding: '1',
  bound: '415; slowest < 5 x calm median',
  async run(shop, { quick }) {
    const stranger = shop.newAddress()
    const checks = []
    for (const path of [...endpoints.map(({ flooded }) => flooded), ...others]) {
      for (const encoding of encodings) {
        const { status } = await shop.call('POST', path, { from: stranger, ...bombCall(encoding) })
        checks.push(expectSame(`POST ${path} with a body in ${encoding} gets 415`, status, 415))
      }
    }
    if (quick) return { checks }
    const timings: Timing[] = []
    for (const { flooded, victim } of endpoints) {
      const customer = await newCustomer(shop)
      const from = shop.newAddress()
      const { timing } = await timeUnderFlood({
        victim: `GET ${victim}`,
        call: () => read(customer, victim),
        everyMs: 50,
        seconds: 8,
        flood: { perSecond, call: () => shop.call('POST', flooded, { from, ...bombCall('br') }) },
      })
      timings.push(timing)
    }
    checks.push(...timings.map((timing) => expectQuick(timing)))
    return { checks, timing: worstOf(timings as [Timing]) }
  },
}

async function read(customer: Customer, path: string): Promise<void> {
  const { status } = await customer.request('GET', path)
  if (status !== 200) throw new Error(`GET ${path} of the victim: ${status}`)
}
