import { type AdminOrder, type AuditEntry, parcelIdOf, type Subscription } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { sandboxOf } from '../../test/support/sandbox.ts'
import { Shopper } from '../../test/support/shopper.ts'
import type { Shop } from '../frame/shop.ts'
import type { Answer, CallOptions } from './http.ts'

/** Registers a customer with an own address. */
export async function newCustomer(shop: Shop, from = shop.newAddress()): Promise<Customer> {
  return new Customer(shop, from).signUp()
}

/** A customer who calls the store from one address; extends the tests' shopper. */
export class Customer extends Shopper {
  readonly from: string
  private readonly shop: Shop

  constructor(shop: Shop, from = shop.newAddress()) {
    super(shop, async (url, { method, headers, body }) => {
      const { pathname, search } = new URL(url)
      const answer = await shop.call(method, pathname + search, {
        ...{ from, headers },
        ...(body !== undefined && { body: Buffer.from(body) }),
      })
      const [cookie] = answer.headers['set-cookie'] ?? []
      return { status: answer.status, cookie, text: answer.text }
    })
    this.shop = shop
    this.from = from
  }

  /** Makes a call with the session and returns the answer. */
  request(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { headers, ...more } = options
    return this.shop.call(method, path, {
      from: this.from,
      headers: { cookie: this.cookie, ...headers },
      ...more,
    })
  }

  /** Orders and pays; returns the order's id once the history shows it. */
  async buy(lines: CartLine[]): Promise<string> {
    const before = (await this.history()).length
    const { orderId, sessionId } = await this.checkOut(await this.cartOf(lines))
    await sandboxOf(this.shop).pay(sessionId)
    await this.confirm(sessionId, orderId)
    await this.historyOf(before + lines.length)
    return orderId
  }

  /** Buys a plan and returns it once it is active. */
  async subscribe(prankCount: number): Promise<Subscription> {
    const { body } = await this.insist('POST', '/api/create-subscription-checkout', { prankCount }, 200)
    await sandboxOf(this.shop).pay(body.sessionId)
    return until(async () => {
      const plans = (await this.request('GET', '/api/subscriptions')).body as Subscription[]
      return plans.find(({ status }) => status === 'active')
    })
  }

  /** A cart with these lines; equal carts are one order, so the message is unique unless it is given. */
  async cartOf(lines: CartLine[], customMessage: string | null = null) {
    const pranks = await pranksOf(this.shop)
    const cart = await this.cart()
    const cents = (price: string) => Math.round(Number(price) * 100)
    const priceOf = (n: number) => pranks[n % pranks.length]?.price ?? ''
    return {
      ...cart,
      customMessage: customMessage ?? '',
      total: (lines.reduce((sum, { prank = 0 }) => sum + cents(priceOf(prank)), 0) / 100).toFixed(2),
      cartItems: lines.map(({ prank = 0, target }, n) => ({
        prankId: pranks[prank % pranks.length]?.id ?? '',
        contactId: `local-${1_700_000_000_000 + n}`,
        quantity: 1,
        price: `$${priceOf(prank)}`,
        contactName: target.name,
        contactAddress: target.address,
        contactCity: target.city,
        contactState: target.state,
        contactZipCode: target.zipCode,
      })),
    }
  }
}

/** One parcel: the number of the prank in the catalog (0 to 5), and its target. */
export interface CartLine {
  prank?: number
  target: Target
}

export interface Target {
  name: string
  address: string
  city: string
  state: string
  zipCode: string
}

/** An ordinary target. */
export const gerald: Target = {
  name: 'Gerald Snail',
  address: '1 Garden Path',
  city: 'Springfield',
  state: 'OR',
  zipCode: '97477',
}

/** The catalog. */
export async function pranksOf(shop: Shop): Promise<{ id: string; name: string; price: string }[]> {
  return (await shop.call('GET', '/api/pranks', { from: shop.newAddress() })).body
}

/** The operator's address: an address that has given the right password before keeps its access. */
const operatorAddress = '127.0.0.1'

/** A call of the operator. */
export function asOperator(
  shop: Shop,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const headers = { 'x-admin-password': shop.adminPassword, ...options.headers }
  return shop.call(method, path, { from: operatorAddress, ...options, headers })
}

/** An order in the operator's list. @throws when it is not in the list */
async function orderOf(shop: Shop, orderId: string): Promise<AdminOrder> {
  const { body } = await asOperator(shop, 'GET', `/api/admin/orders?q=${orderId}`)
  const order = (body?.items as AdminOrder[] | undefined)?.find(({ id }) => id === orderId)
  if (order === undefined) throw new Error(`order ${orderId} is not in the operator's list`)
  return order
}

/** The ids of an order's parcels. */
export async function parcelsOf(shop: Shop, orderId: string): Promise<string[]> {
  const order = await orderOf(shop, orderId)
  return order.items.map((item) => parcelIdOf(order, item))
}

/** The newest entries of a service's audit trail. */
export async function auditOf(shop: Shop, service: string, q = ''): Promise<AuditEntry[]> {
  const answer = await asOperator(
    shop,
    'GET',
    `/api/admin/audit/${service}?limit=200&q=${encodeURIComponent(q)}`,
  )
  if (answer.status !== 200) throw new Error(`audit trail of ${service}: ${answer.status} ${answer.text}`)
  return answer.body.items
}
