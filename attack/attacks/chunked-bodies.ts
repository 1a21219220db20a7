import { type Attack, expectSame } from '../frame/attack.ts'

const paths = ['/api/contacts', '/api/auth/login', '/api/webhooks/stripe', '/api/admin/orders/status']

/** Sends chunked bodies, which have no length. */
export const chunkedBodies: Attack = {
  name: 'chunked-bodies',
  finding: '5',
  bound: '411',
  async run(shop) {
    const from = shop.newAddress()
    const checks = []
    for (const path of paths) {
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
      const { status } = await shop.call('POST', path, { from, headers })
      checks.push(expectSame(`POST ${path} with a chunked body gets 411`, status, 411))
    }
    return { checks }
  },
}
