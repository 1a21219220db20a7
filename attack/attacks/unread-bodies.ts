import type { Attack } from '../frame/attack.ts'
import { hostOf, sendRaw, statusesIn } from '../kit/raw.ts'

const announced = 900_000
const cases = [
  { path: '/api/contacts', wanted: [401, 413] },
  { path: '/api/create-order-record', wanted: [401, 413] },
  { path: '/api/admin/orders/status', wanted: [401, 413] },
  { path: '/api/auth/login', wanted: [413] },
  { path: '/api/contact-submit', wanted: [413] },
]

/** Announces large bodies without a session: they must be rejected before they are sent. */
export const unreadBodies: Attack = {
  name: 'unread-bodies',
  finding: '1',
  bound: '401 or 413 after the first kB of 900',
  async run(shop) {
    const from = shop.newAddress()
    const checks = await Promise.all(
      cases.map(async ({ path, wanted }) => {
        const head = [
          `POST ${path} HTTP/1.1`,
          `host: ${hostOf(shop)}`,
          'content-type: application/json',
          `content-length: ${announced}`,
        ]
        const begun = `${head.join('\r\n')}\r\n\r\n{"a":"${'x'.repeat(1_000)}`
        const [status] = statusesIn(await sendRaw(shop, begun, { from, patienceMs: 4_000 }))
        return {
          what: `POST ${path} is refused before its body of 900 kB is sent`,
          held: status !== undefined && wanted.includes(status),
          seen: status === undefined ? 'no answer: the shop waits for the body' : String(status),
        }
      }),
    )
    return { checks }
  },
}
