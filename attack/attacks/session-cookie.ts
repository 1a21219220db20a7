import { type Attack, expectSame } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'

/** Another host of the domain, or a page without https, sets a session cookie of the same name. */
export const sessionCookie: Attack = {
  name: 'session-cookie',
  finding: '8',
  bound: '__Host- and Secure under https',
  async obstacle(shop) {
    return shop.startHttps !== undefined || (await isHttps(shop)) ? null : 'PUBLIC_URL is not https (--start)'
  },
  async run(shop) {
    if (shop.startHttps === undefined) return tryCookie(shop)
    const { shop: https, stop } = await shop.startHttps()
    try {
      return await tryCookie(https)
    } finally {
      await stop()
    }
  },
}

async function tryCookie(shop: Shop) {
  const email = `cookie-${Date.now()}@customers.test`
  const body = { email, password: 'correct horse', firstName: 'Pat', lastName: 'Potato' }
  const answer = await shop.call('POST', '/api/auth/register', { from: shop.newAddress(), body })
  const [cookie = ''] = answer.headers['set-cookie'] ?? []
  return {
    checks: [
      expectSame('the session cookie begins with __Host-', cookie.startsWith('__Host-'), true),
      expectSame('it is Secure, for / and for no Domain', isForThisHost(cookie), true),
    ],
  }
}

/** Only a shop whose PUBLIC_URL is https sends this header. */
async function isHttps(shop: Shop): Promise<boolean> {
  const { headers } = await shop.call('GET', '/api/pranks', { from: shop.newAddress() })
  return headers['strict-transport-security'] !== undefined
}

const isForThisHost = (cookie: string) =>
  /; *secure/i.test(cookie) && /; *path=\/(;|$)/i.test(cookie) && !/; *domain=/i.test(cookie)
