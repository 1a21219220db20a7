import { api } from '@prankpost/contracts'
import type { Attack } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { asOperator, gerald, newCustomer } from '../kit/people.ts'
import { describeTally, type Tally, tallyOf } from '../kit/timing.ts'

const wanted = 200
const unpaidOrderLimit = Number(process.env.UNPAID_ORDER_LIMIT) || 20
const openSessionLimit = Number(process.env.OPEN_SESSION_LIMIT) || 10

/** A new account places orders without paying: 200 orders at once, and a session for each accepted one. */
export const unpaidOrders: Attack = {
  name: 'unpaid-orders',
  finding: '6',
  bound: `${unpaidOrderLimit} orders, ${openSessionLimit} sessions, then 429`,
  async run(shop) {
    const attacker = await newCustomer(shop)
    const cart = await attacker.cartOf([{ target: gerald }])
    // From several addresses, so that the account's limit rejects them and not the gateway's.
    const addresses = Array.from({ length: 4 }, () => shop.newAddress())
    const orders = await Promise.all(
      Array.from({ length: wanted }, (_, n) =>
        attacker.request('POST', '/api/create-order-record', {
          from: addresses[n % addresses.length],
          body: { ...cart, customMessage: `Order no. ${n}`, status: 'pending_payment' },
        }),
      ),
    )
    const accepted = orders.filter(({ status }) => status === 201).map(({ body }) => String(body.orderId))
    const sessions = await Promise.all(
      accepted.map((orderId, n) =>
        attacker.request('POST', '/api/create-stripe-session', {
          from: addresses[n % addresses.length],
          body: { orderId, total: cart.total },
        }),
      ),
    )
    const [recorded, opened] = [tallyOf(orders), tallyOf(sessions)]
    const open = opened[200] ?? 0
    // A busy machine answers some of 200 simultaneous orders with a 503.
    const refusedOf = (tally: Tally) => (tally[429] ?? 0) + (tally[503] ?? 0)
    return {
      checks: [
        {
          what: `of ${wanted} orders at most ${unpaidOrderLimit} are recorded, the others get 429 (or 503)`,
          held:
            accepted.length > 0 &&
            accepted.length <= unpaidOrderLimit &&
            (recorded[429] ?? 0) > 0 &&
            refusedOf(recorded) === wanted - accepted.length,
          seen: describeTally(recorded),
        },
        {
          what: `at most ${openSessionLimit} sessions are opened for them, the others get 429 (or 503)`,
          held: open > 0 && open <= openSessionLimit && open + refusedOf(opened) === accepted.length,
          seen: describeTally(opened),
        },
        await canExclude(shop, accepted),
      ],
    }
  },
}

/** Checks that the operator's list has a parameter that excludes these orders. */
async function canExclude(shop: Shop, orderIds: string[]) {
  const parameters = Object.keys(api['GET /api/admin/orders'].query.shape).filter((name) =>
    /paid/i.test(name),
  )
  const what = "a parameter excludes unpaid orders from the operator's list"
  const isListed = async (query: string) => {
    const { status, body } = await asOperator(shop, 'GET', `/api/admin/orders?limit=200${query}`)
    if (status !== 200) return null
    return (body.items as { id: string }[]).some(({ id }) => orderIds.includes(id))
  }
  if ((await isListed('')) === false) return { what, held: true, seen: 'they are excluded by default' }
  for (const name of parameters) {
    for (const value of ['exclude', 'hide', 'only', 'true', 'false', '1', '0']) {
      if ((await isListed(`&${name}=${value}`)) === false)
        return { what, held: true, seen: `${name}=${value}` }
    }
  }
  return { what, held: false, seen: parameters.length === 0 ? 'none' : `none of ${parameters.join(', ')}` }
}
