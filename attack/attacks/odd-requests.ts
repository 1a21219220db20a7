import type { Attack } from '../frame/attack.ts'
import { hostOf, sendRaw, statusesIn } from '../kit/raw.ts'

/** Requests that two HTTP parsers may interpret differently. */
export const oddRequests: Attack = {
  name: 'odd-requests',
  finding: '8',
  bound: '400 or 505',
  async run(shop) {
    const from = shop.newAddress()
    const host = `host: ${hostOf(shop)}\r\n`
    const end = 'connection: close\r\n\r\n'
    const cases = {
      'two Host headers': `GET /api/pranks HTTP/1.1\r\n${host}host: evil.test\r\n${end}`,
      'two Host headers, the other first': `GET /api/pranks HTTP/1.1\r\nhost: evil.test\r\n${host}${end}`,
      'two equal Host headers': `GET /api/pranks HTTP/1.1\r\n${host}${host}${end}`,
      'HTTP/0.9 with headers': `GET /api/pranks HTTP/0.9\r\n${host}${end}`,
      'HTTP/0.9 as it was': 'GET /api/pranks\r\n\r\n',
    }
    const checks = []
    for (const [what, bytes] of Object.entries(cases)) {
      const answer = await sendRaw(shop, bytes, { from })
      const statuses = statusesIn(answer)
      checks.push({
        what: `${what}: refused with 400 or 505`,
        held: statuses.length === 1 && (statuses[0] === 400 || statuses[0] === 505),
        seen: statuses.join(' ') || (answer === '' ? 'no answer' : 'an answer without a status'),
      })
    }
    return { checks }
  },
}
