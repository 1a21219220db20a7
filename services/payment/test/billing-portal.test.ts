import { sessionCreated } from '@prankpost/contracts'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { orderRequest, planRequest, startFixture } from './fixture.ts'
import { startPlan } from './plan-fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const portal = (as: ReturnType<typeof newCustomer>) => fixture.call('POST', '/api/billing-portal', { as })

test('when an account opens sessions of orders and plans, also at once, then all have one customer at Stripe', async () => {
  const { request } = orderRequest()
  const { ownerId, customerEmail } = request
  const first = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  const again = orderRequest({ ownerId, customerEmail }).request
  const plan = {
    ...planRequest(),
    ownerId,
    customer: { email: customerEmail, firstName: 'A', lastName: 'B' },
  }
  const others = await Promise.all([
    fixture.asOrder.post('/internal/order-sessions', sessionCreated, again),
    fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, plan),
  ])
  const sessions = await Promise.all(
    [first, ...others].map(({ sessionId }) => fixture.deps.stripe.checkout.sessions.retrieve(sessionId)),
  )
  const stored = await fixture.customers.findById(ownerId).lean()
  expect(new Set(sessions.map(({ customer }) => customer))).toEqual(new Set([stored?.stripeCustomerId]))
  expect(sessions[0]?.customer_details?.email).toBe(customerEmail)
})

test('when an attempt of an earlier version is repeated then its request is the same as before, without a customer', async () => {
  const { request } = orderRequest()
  await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  const { _id, sessions = [] } = (await fixture.payments.findById(request.orderId).lean()) ?? {}
  const old = sessions.map(({ withCustomer: _new, ...one }) => ({
    ...one,
    attempt: 7,
    status: 'creating',
    id: null,
  }))
  await fixture.payments.updateOne({ _id }, { $set: { sessions: old } })
  const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
  const session = await fixture.deps.stripe.checkout.sessions.retrieve(sessionId)
  expect([session.customer, session.customer_email]).toEqual([null, request.customerEmail])
})

test('when a customer opens the portal then it belongs to the account; without any payment it is a 404', async () => {
  const { user, customerId } = await startPlan(fixture)
  const { status, body } = await portal(user)
  expect([status, body.url]).toEqual([200, expect.stringContaining('/p/session/')])
  // Only the card: the rest of the portal could end the plan without a record here.
  const _id = String(body.url).split('/').at(-1) as never
  expect(await fixture.sandboxDb.collection('portal_sessions').findOne({ _id })).toMatchObject({
    flow: { type: 'payment_method_update', redirectUrl: expect.stringContaining('/dashboard?tab=account') },
  })
  expect((await portal(newCustomer())).status).toBe(404)
  // A plan of an earlier version: only Stripe knows its customer.
  await fixture.customers.deleteOne({ _id: user.id })
  expect((await portal(user)).status).toBe(200)
  expect((await fixture.customers.findById(user.id).lean())?.stripeCustomerId).toBe(customerId)
})
