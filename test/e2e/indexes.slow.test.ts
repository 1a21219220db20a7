import { serviceNames } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDemo } from '../../packages/local-stack/src/cli/demo.ts'
import { mailsTo, tokensTo, verifyEmail } from '../support/mails.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

/** Lists plain, filtered, searched and paged; exports; figures. */
const operatorsReads = [
  ...['orders', 'subscriptions', 'contact-messages', 'subscription-logs'].flatMap((list) => [
    `/api/admin/${list}`,
    `/api/admin/${list}?q=pat&cursor=${'f'.repeat(24)}`,
    `/api/admin/${list}/export`,
    `/api/admin/${list}/export?q=pat`,
  ]),
  '/api/admin/orders/export?status=paid&q=ger',
  '/api/admin/orders?unpaid=exclude',
  `/api/admin/orders?unpaid=exclude&status=pending&q=pat&cursor=${'f'.repeat(24)}`,
  '/api/admin/orders/export?unpaid=exclude',
  '/api/admin/order-stats',
  '/api/admin/reports/sales?from=2025-06-01',
  '/api/admin/subscriptions?status=all&q=pat',
  '/api/admin/subscriptions/export?status=cancelled',
  '/api/admin/reports/plans?from=2025-06-01',
  '/api/admin/reports/funnel?from=2025-06-01',
  '/api/admin/reports/funnel-pranks?from=2025-06-01&by=total',
  '/api/admin/contact-messages?status=new&q=pat',
  '/api/admin/contact-messages/export?status=resolved',
  '/api/admin/subscription-logs?status=other&q=pat',
  '/api/admin/shipment-stats',
  '/api/admin/pranks?q=pat',
  '/api/admin/discounts?q=pat',
  '/api/admin/settings',
  '/api/admin/texts',
  '/api/admin/texts/terms/versions',
  `/api/admin/texts/terms/versions?cursor=${'f'.repeat(24)}`,
  '/api/admin/texts/terms/versions/1',
  '/api/admin/do-not-prank',
  '/api/admin/cases',
  `/api/admin/cases?status=open&cursor=${'f'.repeat(24)}`,
  '/api/admin/parcels',
  `/api/admin/parcels?cursor=1.${'f'.repeat(24)}.x`,
  `/api/admin/parcels?status=to_pack&type=plan&cursor=1.${'f'.repeat(24)}.x`,
  `/api/admin/parcels?status=shipped&state=OR&prank=${'f'.repeat(24)}`,
  '/api/admin/parcels?state=OR&shipBy=2026-01-01',
  `/api/admin/parcels?status=to_pack&shipBy=2026-01-01&cursor=1.${'f'.repeat(24)}.x`,
  '/api/admin/parcels?q=ger&status=shipped',
  ...serviceNames.flatMap((service) => [
    `/api/admin/audit/${service}`,
    `/api/admin/audit/${service}?q=pat&cursor=${'f'.repeat(24)}`,
    `/api/admin/audit/${service}?kind=reads`,
    `/api/admin/audit/${service}?kind=changes&q=pat`,
  ]),
  `/api/admin/sent-pranks/${'f'.repeat(24)}`,
]
const contactForm = { name: 'Pat', email: 'pat@example.com', subject: 'Late', message: 'Where is it?' }

let stack: Stack
let mongo: MongoClient
const failures = () => Promise.all(stack.processes.map(({ spec }) => stack.logs(spec.name)))

beforeAll(async () => {
  stack = await startStack({
    ownMongo: true,
    env: {
      all: { FORGET_SWEEP_EVERY_MS: '500' },
      order: { UNPAID_SWEEP_EVERY_MS: '500' },
      payment: { SESSION_SWEEP_AFTER_MS: '500', EVENT_SWEEP_EVERY_MS: '500' },
    },
  })
  mongo = new MongoClient(stack.mongodbUri)
})
afterAll(async () => {
  await mongo.close()
  await stack.stop()
})

test('when the demo data is added to a new stack twice, then it exists once: a verified customer, three targets, one paid order, one plan, one message', async () => {
  await addDemo(stack)
  expect(await addDemo(stack)).toContain('demo@prankpost.example')
  const count = (service: string, collection: string, filter = {}) =>
    mongo.db(`${stack.databasePrefix}_${service}`).collection(collection).countDocuments(filter)
  expect(await count('auth', 'users', { emailVerifiedAt: { $ne: null } })).toBe(1)
  expect(await count('auth', 'users')).toBe(1)
  expect(await count('notification', 'mails', { kind: 'verify-email' })).toBe(1)
  expect(await count('contact', 'contacts')).toBe(3)
  expect(await count('order', 'orders', { type: 'once' })).toBe(1)
  expect(await count('subscription', 'subscriptions')).toBe(1)
  expect(await count('support', 'messages')).toBe(1)
})

describe('when the database refuses collection scans', () => {
  // From here on, the database itself refuses any query that would scan a collection.
  beforeAll(() => mongo.db('admin').command({ setParameter: 1, notablescan: 1 }))

  test('then it really refuses them', async () => {
    const scan = mongo.db(`${stack.databasePrefix}_auth`).collection('users').findOne({ firstName: 'Pat' })
    await expect(scan).rejects.toMatchObject({ code: 291 })
  })

  test('then every use case works, sweeps, relays and sandbox included', async () => {
    const sandbox = sandboxOf(stack)
    const shopper = await new Shopper(stack).signUp()
    const ok = async (method: string, path: string, body?: unknown, wanted = 200) => {
      const answer = await shopper.call(method, path, body)
      expect([path, answer.status]).toEqual([path, wanted])
      return answer.body
    }
    await ok('POST', '/api/auth/login', { email: shopper.email, password: 'correct horse' })
    await ok('POST', '/api/auth/login', { email: shopper.email, password: 'wrong horse' }, 401)
    await ok('GET', '/api/auth/user')
    const form = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
    const contact = await ok('POST', '/api/contacts', form, 201)
    await ok('PUT', `/api/contacts/${contact.id}`, form)
    await ok('PATCH', `/api/contacts/${contact.id}`, { city: 'Elko' })
    await ok('GET', '/api/contacts')
    await ok('GET', '/api/pranks/raw-potato')
    await ok('GET', '/api/pranks/nothing', undefined, 404)
    const cart = await shopper.cart()
    const [item] = cart.cartItems
    const owned = { prankId: item?.prankId, contactId: contact.id, quantity: 1, price: item?.price }
    await ok('POST', '/api/validate-order', { ...cart, cartItems: [owned] })
    await ok('POST', '/api/create-checkout-session', { amount: cart.total, cartItems: [owned] })
    await ok('DELETE', `/api/contacts/${contact.id}`, undefined, 204)

    const paid = await shopper.checkOut()
    await ok('POST', '/api/update-order-status', {
      orderId: paid.orderId,
      status: 'payment_session_created',
      stripeSessionId: paid.sessionId,
    })
    await sandbox.pay(paid.sessionId)
    await shopper.historyOf(1)
    await ok('POST', '/api/confirm-payment-success', { sessionId: paid.sessionId, orderId: paid.orderId })
    await ok('POST', '/api/process-subscription-success', { sessionId: paid.sessionId }, 404)
    await ok('POST', '/api/migrate-guest-orders', undefined, 403)
    await ok('GET', '/api/auth/email-verification')
    await ok('POST', '/api/auth/email-verification')
    await verifyEmail(stack, shopper)
    await ok('POST', '/api/migrate-guest-orders', undefined, 404)
    const { email } = await new Shopper(stack).signUp()
    await ok('POST', '/api/auth/forgot-password', { email })
    const token = await until(async () => (await tokensTo(stack, email, 'reset-password'))[0])
    await ok('POST', '/api/auth/reset-password', { token, password: 'another horse' })

    await sandbox.chaos({ dropPercent: 100 })
    const swept = await shopper.checkOut()
    await sandbox.pay(swept.sessionId)
    await shopper.historyOf(2)
    const expired = await shopper.checkOut()
    await sandbox.expire(expired.sessionId)

    const admin = (path: string) =>
      `${path}${path.includes('?') ? '&' : '?'}adminPassword=${stack.adminPassword}`
    for (const path of [
      '/api/admin/orders',
      '/api/admin/orders?status=paid',
      `/api/admin/orders?q=${encodeURIComponent(shopper.email)}`,
      `/api/admin/orders?q=ger&status=paid&cursor=${expired.orderId}`,
      `/api/admin/user-contacts/${contact.id}`,
    ]) {
      await ok('GET', admin(path))
    }
    // Old enough to be expired: the sweep removes it with its payment.
    const orders = mongo.db(`${stack.databasePrefix}_order`).collection('orders')
    const { orderId: forgotten } = await shopper.checkOut()
    const longAgo = { createdAt: new Date(0), unpaidUntil: new Date(0) }
    await orders.updateOne({ _id: new ObjectId(forgotten) }, { $set: longAgo })
    await until(async () => (await orders.findOne({ _id: new ObjectId(forgotten) })) === null)
    await ok('PATCH', `/api/admin/orders/${paid.orderId}/status`, {
      status: 'shipped',
      adminPassword: stack.adminPassword,
    })
    await ok('POST', '/api/admin/orders/status', {
      orderIds: [paid.orderId, swept.orderId],
      status: 'delivered',
      adminPassword: stack.adminPassword,
    })
    await ok('POST', '/api/contact-submit', contactForm, 201)
    await ok('POST', '/api/funnel', { source: 'direct', steps: [{ step: 'visit' }] }, 204)
    await ok('POST', '/api/admin/login', { password: stack.adminPassword })
    for (const path of operatorsReads) {
      const headers = { 'x-admin-password': stack.adminPassword }
      const answer = await fetch(stack.baseUrl + path, { headers })
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.any(String)])
    }
    await ok('POST', '/api/auth/data-export', undefined, 201)
    await until(async () => (await ok('GET', '/api/auth/data-export')).state === 'ready')
    await ok('GET', '/api/auth/data-export/file')
    const deletion = { password: 'correct horse', confirmation: 'DELETE' }
    await ok('POST', '/api/auth/account-deletion', deletion)
    await until(async () =>
      (await mailsTo(stack, shopper.email)).some(({ subject }) =>
        subject.startsWith('Your account is deleted'),
      ),
    )
    await ok('POST', '/api/auth/logout')
    await until(async () => {
      const payments = mongo.db(`${stack.databasePrefix}_payment`).collection('payments')
      return payments.findOne({ _id: expired.orderId as never, 'sessions.status': 'expired' })
    })
    // No background job was refused either.
    for (const log of await failures())
      expect(log).not.toMatch(/NoQueryExecutionPlans|notablescan|"code":291/)
  })
})
