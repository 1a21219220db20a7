import { conflict } from '@prankpost/service-kit'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { planPaid, startFixture } from './fixture.ts'

const fixture = await startFixture()
const { others } = fixture
afterAll(() => fixture.close())
others.discounts = {
  TENTH: { kind: 'percent', value: 1_000, isLimited: true },
  FIRST: { kind: 'amount', value: 200, firstOrderOnly: true, isLimited: true },
}
beforeEach(() => {
  others.reservations = []
  others.hasPaid = false
  others.reserve = async () => ({ reserved: true })
})
const planOf = async (ownerId: string) => fixture.plans.findOne({ ownerId }).lean()

test('when a limited code is used, then its use is held before the session and with it, and the event names the code', async () => {
  const user = newCustomer()
  const { body } = await fixture.checkout(user, 3, 'tenth')
  const plan = await planOf(user.id)
  expect(plan).toMatchObject({
    amountCents: 1347,
    discount: { code: 'TENTH', kind: 'percent', value: 1_000 },
  })
  const request = { orderId: plan?._id, pranks: [], discount: { code: 'TENTH', customerId: user.id } }
  expect(others.reservations).toEqual([
    ['/internal/reservations', { ...request, sessionId: null }],
    ['/internal/reservations', { ...request, sessionId: body.sessionId }],
  ])
  const planId = String(plan?._id)
  await fixture.deliver(planPaid(user, planId, { amountCents: 1347 }))
  expect((await fixture.emitted(planId)).last).toMatchObject({
    discountCode: 'TENTH',
    discountCents: 150,
    amountCents: 1347,
  })
  const changed = await fixture.call('PATCH', `/api/subscriptions/${planId}`, {
    as: user,
    body: { prankCount: 2 },
  })
  expect(changed.body).toMatchObject({
    nextMonthlyAmount: '8.98',
    prices: ['4.49', '8.98', '13.47', '17.96', '22.45'],
  })
})

test('when another number is chosen in a second window before the session is opened, then the use of the replaced plan is released', async () => {
  const user = newCustomer()
  others.reserve = async () => {
    // The other window replaces the plan while this one waits for its use.
    others.reserve = async () => ({ reserved: true })
    await fixture.plans.deleteOne({ ownerId: user.id })
    return { reserved: true }
  }
  const { status } = await fixture.checkout(user, 3, 'TENTH')
  expect(status).toBe(409)
  const last = others.reservations.at(-1) as [string, { orderId: string }]
  expect(last[0]).toBe('/internal/reservations/end')
  expect(last[1].orderId).toBe((others.reservations[0] as [string, { orderId: string }])[1].orderId)
})

test('when another number is chosen, then the use of the replaced plan is released first', async () => {
  const user = newCustomer()
  await fixture.checkout(user, 3, 'TENTH')
  const first = await planOf(user.id)
  await fixture.checkout(user, 2, 'TENTH')
  const second = await planOf(user.id)
  expect(others.reservations.map(([path, body]) => [path, (body as { orderId: string }).orderId])).toEqual([
    ['/internal/reservations', first?._id],
    ['/internal/reservations', first?._id],
    ['/internal/reservations/end', first?._id],
    ['/internal/reservations', second?._id],
    ['/internal/reservations', second?._id],
  ])
})

test('when the code is used up, or held by another purchase, then no session is opened, and the customer reads why', async () => {
  const user = newCustomer()
  const calls = () => fixture.payment.calls.filter((path) => path === '/internal/plan-sessions').length
  const before = calls()
  others.reserve = async () => {
    throw conflict('This code was used up.')
  }
  expect(await fixture.checkout(user, 3, 'TENTH')).toMatchObject({
    status: 409,
    body: { message: 'This code was used up.' },
  })
  others.reserve = async () => ({ reserved: false })
  const refusal = async (code: string) => (await fixture.checkout(user, 3, code)).body.message
  expect(await refusal('TENTH')).toBe(
    'Another purchase of yours uses this code and is not paid yet. Please pay it, or remove the code.',
  )
  expect(await refusal('FIRST')).toBe(
    'Another purchase of yours uses a code for first orders and is not paid yet. Please pay it, or remove the code.',
  )
  expect(calls()).toBe(before)
  expect((await fixture.checkout(user, 3)).status).toBe(200)
})

test('when a code is for first orders, then a customer who has paid before is refused', async () => {
  const user = newCustomer()
  others.hasPaid = true
  expect(await fixture.checkout(user, 1, 'FIRST')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('first orders') },
  })
  others.hasPaid = false
  await fixture.checkout(user, 1, 'FIRST')
  expect(await planOf(user.id)).toMatchObject({ amountCents: 299 })
})
