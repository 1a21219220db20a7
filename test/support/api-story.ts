import { type AdminOrder, type EventName, parcelIdOf, type QueuedParcel } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { callAs, type Outcome } from './access/callers.ts'
import { guestOrders } from './import-orders.ts'
import { mailsTo, tokensTo, verifyEmail } from './mails.ts'
import { hire } from './operators.ts'
import { onePixel } from './pictures.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'

/** Resolves once an event of this name was published. */
type Emitted = (event: EventName) => Promise<unknown>

/** A customer who follows the links in the mails: the address is verified, the password changed. */
export async function answerMails(stack: Stack, emitted: Emitted) {
  const shopper = await new Shopper(stack).signUp()
  const { email } = shopper
  await verifyEmail(stack, shopper)
  await shopper.insist('POST', '/api/auth/forgot-password', { email }, 200)
  const token = await until(async () => (await tokensTo(stack, email, 'reset-password'))[0])
  const password = 'a better horse'
  await shopper.insist('POST', '/api/auth/reset-password', { token, password }, 200)
  await emitted('password-changed')
  await shopper.insist('POST', '/api/auth/login', { email, password }, 200)
  const change = { currentPassword: password, newPassword: 'the best horse' }
  await shopper.insist('POST', '/api/auth/password', change, 200)
  await shopper.insist('POST', '/api/auth/logout', undefined, 200)
}

/** An order with a date, whose first session expires and whose second is paid; it is labelled and shipped. */
export async function buyAndShip(stack: Stack, emitted: Emitted) {
  const shopper = await new Shopper(stack).signUp()
  const sandbox = sandboxOf(stack)
  const planned = await shopper.cart(2)
  const [{ contactZipCode: zipCode } = { contactZipCode: '' }] = planned.cartItems
  const possible = await shopper.insist('GET', `/api/delivery-dates?zipCode=${zipCode}`, undefined, 200)
  const arriveBy = possible.body.dates.at(-1)
  const cartItems = planned.cartItems.map((item) => ({ ...item, arriveBy }))
  const { orderId, total, sessionId } = await shopper.checkOut({ ...planned, cartItems })
  expect((await shopper.confirm(sessionId, orderId)).status).toBe(402)
  await sandbox.expire(sessionId)
  await emitted('payment-failed')
  const again = await shopper.insist('POST', '/api/create-stripe-session', { orderId, total }, 200)
  await sandbox.pay(again.body.sessionId)
  await shopper.historyOf(1)
  expect((await shopper.confirm(again.body.sessionId, orderId)).status).toBe(200)
  const labels = await until(() => labelsOf(stack, orderId))
  expect(labels.text).toMatch(/^%PDF/)
  await emitted('parcel-references-drawn')
  const queue = JSON.parse((await callAs(stack, stack, 'GET /api/admin/parcels', {})).text) as {
    items: QueuedParcel[]
  }
  expect(queue.items.find((parcel) => parcel.orderId === orderId)).toMatchObject({ arriveBy })
  const shipped = { params: { id: orderId }, body: { status: 'shipped' } }
  const key = 'PATCH /api/admin/orders/:id/status'
  expect((await callAs(stack, stack, key, shipped)).status).toBe(200)
  await until(async () => (await shopper.history()).every(({ status }) => status === 'shipped'))
}

/** A call of the operator that must succeed. */
async function asOperator(stack: Stack, key: string, params: Record<string, string>, body?: object) {
  const answer = await callAs(stack, stack, key, { params, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return JSON.parse(answer.text)
}

/**
 * After the payment: an address is corrected, the link in the mail is followed, an order is cancelled; another one is
 * refunded in part, which fails later, disputed, and delivered.
 */
export async function changeMinds(stack: Stack, emitted: Emitted) {
  const shopper = await new Shopper(stack).signUp()
  const sandbox = sandboxOf(stack)
  const buy = async (card?: string) => {
    const { orderId, sessionId } = await shopper.checkOut(2)
    await sandbox.pay(sessionId, card)
    await until(async () => (await shopper.history()).some((entry) => entry.orderId === orderId))
    return orderId
  }
  const first = await buy()
  await shopper.insist('PATCH', `/api/orders/${first}/items/1`, { contactAddress2: 'Apt 7' }, 200)
  await emitted('order-parcels-changed')
  const token = await until(async () => {
    const mails = await mailsTo(stack, shopper.email)
    return mails.map(({ text }) => /order-status#token=(\S+)/.exec(text)?.[1]).find(Boolean)
  })
  await shopper.insist('GET', `/api/order-links/${token}`, undefined, 200)
  await shopper.insist('POST', `/api/orders/${first}/cancel`, undefined, 200)
  await emitted('order-cancelled')
  await emitted('refund-requested')

  const id = await buy('4000 0000 0000 5126')
  const refund = { amount: '1.00', reason: 'Broken' }
  const { refundId } = await asOperator(stack, 'POST /api/admin/orders/:id/refunds', { id }, refund)
  const { refunds } = await sandbox.state()
  const made = refunds.find(({ metadata }) => metadata?.refundId === refundId)
  await sandbox.post(`/test/refunds/${made?.id}/settle`)
  await until(async () => (await shopper.call('GET', `/api/orders/${id}`)).body.refunded === '0.00')
  const handled = 'PATCH /api/admin/orders/:id/refunds/:refundId'
  await asOperator(stack, handled, { id, refundId }, { resolved: true })
  const dispute = await sandbox.post(`/test/payments/${made?.payment_intent}/dispute`)
  await emitted('dispute-changed')
  await sandbox.post(`/test/disputes/${(dispute.body as { id: string }).id}/close`, { won: true })
  const shipped = () =>
    callAs(stack, stack, 'PATCH /api/admin/orders/:id/status', {
      params: { id },
      body: { status: 'shipped' },
    })
  await until(async () => (await shipped()).status === 200)
  const item = { id, itemId: '1' }
  await asOperator(stack, 'PATCH /api/admin/orders/:id/items/:itemId', item, { delivered: true })
  await emitted('parcel-delivered')
}

/** The labels of an order's parcels; null until fulfilment has recorded them. */
async function labelsOf(stack: Stack, orderId: string): Promise<Outcome | null> {
  const { text } = await callAs(stack, stack, 'GET /api/admin/orders', {})
  const order = (JSON.parse(text).items as AdminOrder[]).find(({ id }) => id === orderId)
  const parcelIds = order?.items.map((item) => parcelIdOf(order, item))
  const body = { kind: 'labels', parcelIds }
  const answer = await callAs(stack, stack, 'POST /api/admin/parcel-documents', { body })
  return answer.status === 200 ? answer : null
}

/** A plan that is paid, renewed, not paid, paid again, shipped in part with a tracking number, and cancelled. */
export async function liveThroughPlan(stack: Stack, emitted: Emitted) {
  const shopper = await new Shopper(stack).signUp()
  const { pay, bill } = sandboxOf(stack)
  const checkout = { prankCount: 2 }
  const { body } = await shopper.insist('POST', '/api/create-subscription-checkout', checkout, 200)
  const { sessionId } = body
  // 29 days ago: the next month is charged within 3 days.
  await pay(sessionId, undefined, new Date(Date.now() - 29 * 86_400_000))
  await shopper.insist('POST', '/api/process-subscription-success', { sessionId }, 200)
  await emitted('subscription-renewal-due')
  const plan = async (wanted: string) => {
    const plans = (await shopper.call('GET', '/api/subscriptions')).body
    return plans.find(({ status }: { status: string }) => status === wanted)
  }
  const { id, stripeSubscriptionId } = await until(() => plan('active'))
  await bill(stripeSubscriptionId, 'renew')
  await emitted('subscription-renewed')
  await bill(stripeSubscriptionId, 'fail-renewal')
  await until(() => plan('past_due'))
  await bill(stripeSubscriptionId, 'renew')
  await until(() => plan('active'))
  await shopper.insist('POST', `/api/subscriptions/${id}/pause`, { months: 2 }, 200)
  await shopper.insist('POST', `/api/subscriptions/${id}/resume`, undefined, 200)
  await shopper.insist('POST', `/api/subscriptions/${id}/skip`, undefined, 200)
  await emitted('plan-changed')
  const { id: contactId } = (await addTarget(shopper)).body
  await shopper.insist('POST', `/api/subscriptions/${id}/draw/1/swap`, undefined, 200)
  const [{ id: prankId }] = (await shopper.insist('GET', '/api/pranks', undefined, 200)).body
  const parcel = { stripeSubscriptionId, userId: shopper.id, prankId, contactId, quantity: 1 }
  const { parcelId } = await asOperator(stack, 'POST /api/admin/ship-subscription-prank', {}, parcel)
  const [{ orderId } = { orderId: '' }] = await shopper.historyOf(1)
  const tracked = { trackingNumber: '9400111899223197428497' }
  const item = { id: orderId, itemId: parcelId }
  await asOperator(stack, 'PATCH /api/admin/orders/:id/items/:itemId', item, tracked)
  await emitted('parcel-tracking-changed')
  await shopper.insist('POST', `/api/subscriptions/${id}/cancel`, undefined, 200)
  await emitted('plan-month-withdrawn')
  await until(() => plan('cancelled'))
  await emitted('subscription-cancelled')
}

const addTarget = (shopper: Shopper) => {
  const target = { name: 'Gerald', address: '1 Path', city: 'Springfield', state: 'OR', zipCode: '97477' }
  return shopper.insist('POST', '/api/contacts', target, 201)
}

/** A guest with orders who registers and recovers them. */
export async function recoverOrders(stack: Stack, emitted: Emitted) {
  const shopper = await new Shopper(stack).signUp()
  await verifyEmail(stack, shopper)
  const file = await guestOrders(stack, { [shopper.email]: 2 })
  await file.run()
  await file.remove()
  await shopper.insist('POST', '/api/migrate-guest-orders', undefined, 200)
  await shopper.insist('POST', '/api/migrate-guest-orders', undefined, 404)
  await emitted('order-recovered')
}

/** A customer who deletes the account. */
export async function leave(stack: Stack, emitted: Emitted) {
  const shopper = await new Shopper(stack).signUp()
  const deletion = { password: 'correct horse', confirmation: 'DELETE' }
  await shopper.insist('POST', '/api/auth/account-deletion', deletion, 200)
  await emitted('customer-erased')
}

/** Stripe sends an event that the shop ignores, with a valid signature. */
export async function reportNothing({ baseUrl, secrets }: Stack) {
  const event = {
    id: 'evt_nothing',
    object: 'event',
    type: 'customer.created',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    data: { object: {} },
  }
  const body = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: secrets.STRIPE_WEBHOOK_SECRET,
  })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await fetch(`${baseUrl}/api/webhooks/stripe`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}

/** An owner and a packer are invited; one-time codes are set up. The packer may not read orders, and signs out. */
export async function hireOperators(stack: Stack, emitted: Emitted) {
  const owner = await hire(stack, 'owner')
  await emitted('operator-invited')
  const { email } = owner
  const forgotten = { body: { email, password: owner.password } }
  expect((await callAs(stack, {}, 'POST /api/operators/sign-in', forgotten)).status).toBe(422)
  const packer = await hire(stack, 'packer')
  expect((await callAs(stack, packer, 'GET /api/admin/orders', {})).status).toBe(403)
  expect((await callAs(stack, packer, 'POST /api/operators/sign-out', {})).status).toBe(200)
}

/** An operator finds a customer, adds a note, and blocks: no new order. The customer is signed out and unblocked. */
export async function helpCustomer(stack: Stack, emitted: Emitted) {
  const shopper = await new Shopper(stack).signUp()
  const { orderId } = await shopper.checkOut()
  const { items } = await asOperator(stack, 'GET /api/admin/customers', {})
  const { id } = items.find(({ email }: { email: string }) => email === shopper.email)
  await asOperator(stack, 'POST /api/admin/customers/:id/notes', { id }, { text: 'Disputes each order.' })
  await asOperator(stack, 'POST /api/admin/customers/:id/block', { id }, { reason: 'Disputes' })
  await emitted('customer-block-changed')
  await shopper.insist('POST', '/api/create-subscription-checkout', { prankCount: 1 }, 403)
  const customer = await until(async () => {
    const found = await asOperator(stack, 'GET /api/admin/customers/:id', { id })
    return found.mails.length > 0 ? found : null
  })
  expect(customer).toMatchObject({
    email: shopper.email,
    blocked: { reason: 'Disputes' },
    notes: [{ text: 'Disputes each order.' }],
    orders: [{ id: orderId, status: 'pending' }],
    mails: [{ kind: 'verify-email' }],
  })
  await asOperator(stack, 'POST /api/admin/customers/:id/unblock', { id })
  await shopper.insist('POST', '/api/create-subscription-checkout', { prankCount: 1 }, 200)
  await asOperator(stack, 'POST /api/admin/customers/:id/sign-out', { id })
  await emitted('sessions-ended')
  await shopper.insist('GET', '/api/contacts', undefined, 401)
}

/** An operator adds a prank with a picture, and takes it off sale. */
export async function changeCatalog(stack: Stack, emitted: Emitted) {
  const body = { name: 'Garden Snail', description: 'A plush snail.', price: '7.50' }
  const { id } = await asOperator(stack, 'POST /api/admin/pranks', {}, body)
  await emitted('prank-changed')
  const put = 'PUT /api/admin/pranks/:id/picture'
  expect((await callAs(stack, stack, put, { params: { id }, body: {} })).status).toBe(415)
  const { picture } = await asOperator(stack, put, { id }, onePixel)
  const shown = await fetch(stack.baseUrl + picture.src)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await asOperator(stack, 'PATCH /api/admin/pranks/:id', { id }, { price: '8.00', stock: 5 })
  const shopper = await new Shopper(stack).signUp()
  const cart = await shopper.cart()
  const cartItems = cart.cartItems.map((item) => ({ ...item, prankId: id, price: '$8.00' }))
  const order = { ...cart, cartItems, total: '8.00' }
  await shopper.insist('POST', '/api/validate-order', order, 200)
  await sandboxOf(stack).pay((await shopper.checkOut(order)).sessionId)
  await emitted('stock-low')
  await useCode(stack, shopper)
  const slug = '/api/pranks/garden-snail'
  expect((await shopper.insist('GET', slug, undefined, 200)).body).toMatchObject({ id, contents: '' })
  await asOperator(stack, 'PATCH /api/admin/pranks/:id', { id }, { onSale: false })
  await shopper.insist('GET', slug, undefined, 410)
  const prices = await asOperator(stack, 'GET /api/admin/pranks/:id/prices', { id })
  expect(prices).toMatchObject([{ from: '7.50', to: '8.00' }])
}

/** A manager adds a code with one use; a customer uses it up, and the next one is refused. */
async function useCode(stack: Stack, shopper: Shopper) {
  const code = 'SNAIL-DOLLAR'
  const limited = { code, kind: 'unitPrice', value: 1, maxUses: 1 }
  await asOperator(stack, 'POST /api/admin/discounts', {}, limited)
  await shopper.insist('POST', '/api/discounts/check', { code }, 200)
  const order = { ...(await shopper.cart()), total: '1.00', discountCode: code }
  await sandboxOf(stack).pay((await shopper.checkOut(order)).sessionId)
  await until(async () => {
    const { items } = await asOperator(stack, 'GET /api/admin/discounts', {})
    return items.some((one: { code: string; uses: number }) => one.code === code && one.uses === 1)
  })
  expect((await shopper.answerTo('POST', '/api/validate-order', order)).status).toBe(400)
  await asOperator(stack, 'PATCH /api/admin/discounts/:code', { code }, { active: false })
}

/** The failures that no other caller causes: too large, too frequent, and a service that is unavailable. */
export async function fail(stack: Stack) {
  const post = (path: string, body: object) =>
    fetch(stack.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
      body: JSON.stringify(body),
    })
  const message = { name: 'N', email: 'n@customers.test', subject: 'N', message: 'N' }
  const tooMuch = await post('/api/contact-submit', { ...message, message: 'x'.repeat(1_100_000) })
  expect(tooMuch.status).toBe(413)
  await until(async () => (await post('/api/admin/login', { password: 'wrong' })).status === 429)
  await stack.kill('support')
  expect((await post('/api/contact-submit', message)).status).toBe(503)
}
