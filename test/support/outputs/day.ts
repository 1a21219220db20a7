import type { AdminOrder, Subscription } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { tokensTo } from '../mails.ts'
import { poison } from '../operator-backstage.ts'
import { sandboxOf } from '../sandbox.ts'
import { Shopper } from '../shopper.ts'
import type { Canaries } from './scanner.ts'

/** Texts that people type and that must not appear in any output. */
export interface Words extends Canaries {
  adminPassword: string
  password: string
  newPassword: string
  wrong: string
  goodCard: string
  declinedCard: string
}

interface Day {
  stack: Stack
  words: Words
  asAdmin: (method: string, path: string, body?: unknown, given?: string) => Promise<Response>
  post: (path: string, body: string, headers?: Record<string, string>) => Promise<Response>
}

/**
 * A day of the shop with all sorts of successes and failures. Returns the secrets that were created on
 * it: sessions, and the links of mails.
 */
export async function liveADay(stack: Stack, words: Words): Promise<Canaries> {
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const json = { 'content-type': 'application/json', ...headers }
    return fetch(stack.baseUrl + path, { method, headers: json, ...(body !== undefined && { body }) })
  }
  const day: Day = {
    stack,
    words,
    asAdmin: (method, path, body, given = words.adminPassword) =>
      send(
        method,
        path,
        { 'x-admin-password': given },
        body === undefined ? undefined : JSON.stringify(body),
      ),
    post: (path, body, headers = {}) => send('POST', path, headers, body),
  }
  const shopper = new Shopper(stack)
  const person = { email: shopper.email, password: words.password, firstName: 'Pat', lastName: 'Potato' }
  await shopper.insist('POST', '/api/auth/register', person, 201)
  const session = sessionOf(shopper)
  await wrongPasswords(day, shopper)
  await buy(day, shopper)
  await subscribeAndShip(day, shopper)
  const links = await forget(day, shopper)
  await operate(day)
  await breakThings(day, shopper)
  return { 'a session': session, 'a later session': sessionOf(shopper), ...links }
}

const sessionOf = ({ cookie }: Shopper) => cookie.split('=')[1] ?? ''

async function wrongPasswords({ post, words }: Day, { email }: Shopper) {
  const { adminPassword, password, wrong } = words
  const bodies = [
    JSON.stringify({ email, password: wrong }),
    JSON.stringify({ email: wrong, password }),
    JSON.stringify({ email, password: { $ne: wrong } }),
    JSON.stringify({ email, password: [wrong, password] }),
    JSON.stringify({ email, password: password.repeat(30) }),
    `{"email":"${email}","password":"${password}"`,
    `{"email":"${email}","password":"${password}"}}`,
    `{"password":"${wrong}\n"}`,
    `password=${password}`,
  ]
  for (const path of [
    '/api/auth/login',
    '/api/auth/register',
    '/api/auth/reset-password',
    '/api/admin/login',
  ]) {
    for (const body of bodies) await post(path, body)
    await post(path, bodies[0] ?? '', { 'content-type': 'application/x-www-form-urlencoded' })
    await post(`${path}?password=${password}&adminPassword=${adminPassword}`, bodies[0] ?? '', {
      origin: 'https://evil.test',
    })
  }
}

async function buy({ stack, words: { password, goodCard, declinedCard } }: Day, shopper: Shopper) {
  const sandbox = sandboxOf(stack)
  const first = await shopper.checkOut()
  await sandbox.pay(first.sessionId, declinedCard)
  await sandbox.pay(first.sessionId, goodCard)
  await shopper.historyOf(1)
  await shopper.confirm(first.sessionId, first.orderId)
  const second = await shopper.checkOut()
  await sandbox.expire(second.sessionId)
  await shopper.call('POST', '/api/create-order-record', {
    ...(await shopper.cart()),
    total: '0.01',
    password,
  })
}

async function subscribeAndShip({ stack, post, words: { adminPassword, goodCard } }: Day, shopper: Shopper) {
  const sandbox = sandboxOf(stack)
  const { body } = await shopper.insist('POST', '/api/create-subscription-checkout', { prankCount: 1 }, 200)
  await sandbox.pay(body.sessionId, goodCard)
  const plan = await until(async () => {
    const { body: plans } = await shopper.insist('GET', '/api/subscriptions', undefined, 200)
    return (plans as Subscription[]).find(({ status }) => status === 'active')
  })
  await sandbox.bill(plan.stripeSubscriptionId ?? '', 'renew')
  await sandbox.bill(plan.stripeSubscriptionId ?? '', 'fail-renewal')
  const form = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
  const target = await shopper.insist('POST', '/api/contacts', form, 201)
  const [prank] = (await shopper.insist('GET', '/api/pranks', undefined, 200)).body
  const parcel = { userId: plan.userId, prankId: prank.id, contactId: target.body.id, adminPassword }
  const shipped = { ...parcel, stripeSubscriptionId: plan.stripeSubscriptionId }
  await until(
    async () => (await post('/api/admin/ship-subscription-prank', JSON.stringify(shipped))).status === 201,
  )
  await shopper.insist('POST', `/api/subscriptions/${plan.id}/cancel`, undefined, 200)
}

/** Follows the links of the mails. */
async function forget({ stack, post, words: { newPassword } }: Day, shopper: Shopper): Promise<Canaries> {
  const { email } = shopper
  const verify = await until(async () => (await tokensTo(stack, email, 'verify-email'))[0])
  await shopper.insist('POST', '/api/auth/verify-email', { token: `${verify}x` }, 400)
  await shopper.insist('POST', '/api/auth/verify-email', { token: verify }, 200)
  await post('/api/auth/forgot-password', JSON.stringify({ email }))
  const reset = await until(async () => (await tokensTo(stack, email, 'reset-password'))[0])
  const chosen = { token: reset, password: newPassword }
  await post('/api/auth/reset-password', JSON.stringify(chosen))
  await post('/api/auth/reset-password', JSON.stringify(chosen))
  await until(async () => (await shopper.call('GET', '/api/prank-history')).status === 401)
  await shopper.insist('POST', '/api/auth/login', { email, password: newPassword }, 200)
  return { 'a link to verify': verify, 'a link to reset': reset }
}

async function operate({ stack, asAdmin, post, words }: Day) {
  const { adminPassword, password, wrong } = words
  await poison(stack, 'order', 'payment-succeeded', 'poisoned')
  const orders = (await (
    await asAdmin('GET', `/api/admin/orders?adminPassword=${adminPassword}`)
  ).json()) as {
    items: AdminOrder[]
  }
  const id = orders.items.find(({ status }) => status === 'paid')?.id
  await asAdmin('PATCH', `/api/admin/orders/${id}/status`, { status: 'shipped', adminPassword })
  await asAdmin('POST', '/api/admin/orders/status', {
    orderIds: [id],
    status: 'delivered',
    adminPassword,
    password,
  })
  for (const list of ['orders', 'subscriptions', 'contact-messages', 'subscription-logs']) {
    await asAdmin('GET', `/api/admin/${list}/export?q=pat&adminPassword=${adminPassword}`)
  }
  await post('/api/admin/login', JSON.stringify({ password: adminPassword }))
  for (const service of ['order', 'auth', 'fulfilment']) await asAdmin('GET', `/api/admin/audit/${service}`)
  await until(async () => {
    const letters = await (await asAdmin('GET', '/api/admin/dead-letters/order')).json()
    return (letters as { total: number }).total > 0
  })
  await asAdmin('POST', '/api/admin/dead-letters/order/replay', { adminPassword })
  await asAdmin('GET', `/api/admin/orders?adminPassword=${wrong}`, undefined, wrong)
  await asAdmin('PATCH', `/api/admin/orders/${id}/status`, { status: 'nonsense', adminPassword: wrong })
}

/** Failures write most to the logs. */
async function breakThings(
  { stack, asAdmin, post, words: { adminPassword, password } }: Day,
  shopper: Shopper,
) {
  await stack.kill('payment')
  await shopper.call('POST', '/api/create-checkout-session', { cartItems: [], amount: password })
  const cart = await shopper.cart()
  await shopper.call('POST', '/api/create-checkout-session', {
    cartItems: cart.cartItems,
    amount: cart.total,
  })
  await stack.kill('auth')
  await asAdmin('GET', '/api/admin/orders', undefined, `${adminPassword} `)
  await post('/api/auth/login', JSON.stringify({ email: shopper.email, password }))
  await stack.kill('sandbox')
  await stack.waitUntilReady()
  await fetch(`${stack.baseUrl}/api/webhooks/stripe`, {
    method: 'POST',
    body: JSON.stringify({ secret: stack.secrets.STRIPE_WEBHOOK_SECRET }),
    headers: { 'stripe-signature': `t=1,v1=${stack.secrets.STRIPE_WEBHOOK_SECRET}` },
  })
}
