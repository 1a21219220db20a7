import { type Attack, expectSame } from '../frame/attack.ts'
import { hostOf, sendRaw, statusesIn } from '../kit/raw.ts'

const security = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
]

/** Checks for answers without security headers: pages, API, and requests that cannot be parsed. */
export const missingHeaders: Attack = {
  name: 'missing-headers',
  finding: '8',
  bound: 'on every answer, 400 and 431 too',
  async run(shop) {
    const from = shop.newAddress()
    const checks = []
    for (const path of ['/', '/admin', '/api/pranks', '/api/contacts', '/no-such-page']) {
      const { headers } = await shop.call('GET', path, { from, headers: { accept: 'text/html' } })
      checks.push(expectSame(`headers missing on ${path}`, missingIn(Object.keys(headers)), 'none'))
    }
    const host = `host: ${hostOf(shop)}\r\n`
    const unreadable = {
      400: `GET /api/pranks HTTP/1.1\r\n${host}x : y\r\n\r\n`,
      431: `GET /api/pranks HTTP/1.1\r\n${host}x: ${'y'.repeat(40_000)}\r\n\r\n`,
    }
    for (const [status, bytes] of Object.entries(unreadable)) {
      const answer = await sendRaw(shop, bytes, { from })
      if (statusesIn(answer)[0] !== Number(status)) throw new Error(`not a ${status}: ${answer.slice(0, 80)}`)
      const names = [...answer.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase())
      checks.push(expectSame(`headers missing on a ${status} of the HTTP parser`, missingIn(names), 'none'))
    }
    return { checks }
  },
}

const missingIn = (names: string[]) => security.filter((name) => !names.includes(name)).join(' ') || 'none'
