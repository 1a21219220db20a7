import type { ReservationRequest } from '@prankpost/contracts'
import { conflict } from '@prankpost/service-kit'
import { newCustomer, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cart, item } from './fixture.ts'
import { startShop, twoItems } from './shop.ts'

const shop = await startShop()
const { others } = shop
afterAll(() => shop.close())
others.discounts = {
  TENTH: { kind: 'percent', value: 1_000 },
  FIVER: { kind: 'amount', value: 500, isLimited: true },
  FIRST: { kind: 'percent', value: 5_000, firstOrderOnly: true, isLimited: true },
  HELLO: { kind: 'percent', value: 5_000, firstOrderOnly: true, isLimited: true },
}
let asked: (ReservationRequest | string)[] = []
beforeEach(() => {
  asked = []
  others.reserve = async (request) => {
    asked.push(request as ReservationRequest)
    return { reserved: true }
  }
})

const place = (as = newCustomer(), total = 24.97, discountCode = 'FIVER', customMessage = 'Boo') =>
  shop.call('POST', '/api/create-order-record', {
    as,
    body: cart(total, twoItems, { discountCode, customMessage }),
  })

test('when a code reduces the prices, then the order stores what it took off, and order-paid reports it', async () => {
  const { status, body } = await place(newCustomer(), 26.99, 'tenth')
  expect([status, asked]).toEqual([201, []])
  await shop.pay(body.orderId)
  const order = await shop.load(body.orderId)
  expect(order).toMatchObject({ totalCents: 2699, discountCode: 'TENTH', discountCents: 300 })
  expect(order.items.map(({ priceCents }) => priceCents)).toEqual([449, 1125])
  expect(order.outbox.at(-1)).toMatchObject({
    type: 'order-paid',
    data: { totalCents: 2699, discountCode: 'TENTH', discountCents: 300 },
  })
})

test('when a code is limited, then its use is held when the order is placed and when its payment starts', async () => {
  const as = newCustomer()
  const { orderId } = (await place(as)).body
  const started = await shop.call('POST', '/api/create-stripe-session', {
    as,
    body: { orderId, total: 24.97, discountCode: 'fiver' },
  })
  const held = { orderId, pranks: [], discount: { code: 'FIVER', customerId: as.id } }
  expect(asked).toEqual([
    { ...held, sessionId: null },
    { ...held, sessionId: null },
    { ...held, sessionId: started.body.sessionId },
  ])
})

test('when an earlier unpaid order holds the use, then its session is closed, and the new order gets the use', async () => {
  const as = newCustomer()
  const first = (await place(as)).body.orderId
  let isHeld = true
  others.reserve = async () => ({ reserved: !isHeld })
  others.closeSession = async (path) => {
    asked.push(path)
    return { closed: true }
  }
  others.endReservation = async (request) => {
    asked.push(request as ReservationRequest)
    isHeld = false
    return { ended: true }
  }
  asked = []
  expect((await place(as, 24.97, 'FIVER', 'Boo again')).status).toBe(201)
  expect(asked).toEqual([`/internal/orders/${first}/close-session`, { orderId: first }])

  isHeld = true
  others.closeSession = async () => ({ closed: false })
  const refused = await place(as, 24.97, 'FIVER', 'Third')
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('is not paid yet') },
  })
  expect(await shop.orders.countDocuments({ ownerId: as.id })).toBe(2)
})

test('when the code is used up, then the customer reads it, and no order stays', async () => {
  const as = newCustomer()
  others.reserve = async () => {
    throw conflict('This code was used up.')
  }
  expect(await place(as)).toMatchObject({ status: 409, body: { message: 'This code was used up.' } })
  expect(await shop.orders.countDocuments({ ownerId: as.id })).toBe(0)
})

test('when a code is for first orders, then a customer who has paid before is refused, and so says the internal read', async () => {
  const as = newCustomer()
  const check = () =>
    shop.call('POST', '/api/validate-order', { as, body: cart(2.49, [item()], { discountCode: 'FIRST' }) })
  expect((await check()).body.total).toBe('2.49')
  const paid = await shop.place(as)
  await shop.pay(paid)
  expect(await check()).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('first orders') },
  })
})

test('when two unpaid orders have codes for first orders, then only one is payable at a time, and none after the other is paid', async () => {
  const as = newCustomer()
  const orderWith = async (discountCode: string) =>
    (
      await shop.call('POST', '/api/create-order-record', {
        as,
        body: cart(2.49, [item()], { discountCode }),
      })
    ).body.orderId as string
  const start = (orderId: string) =>
    shop.call('POST', '/api/create-stripe-session', { as, body: { orderId, total: 2.49 } })
  const [first, hello] = [await orderWith('FIRST'), await orderWith('HELLO')]
  const closed: string[] = []
  others.closeSession = async (path) => {
    closed.push(path)
    return { closed: true }
  }
  expect((await start(first)).status).toBe(200)
  expect((await start(hello)).status).toBe(200)
  expect(closed.at(-1)).toBe(`/internal/orders/${first}/close-session`)
  await shop.pay(hello)
  expect(await start(first)).toMatchObject({
    status: 400,
    body: { message: 'This code is for first orders. Please remove it to continue.' },
  })
})

test('when an unpaid order holds the use of another code for first orders, then it ends, and the new order gets the use', async () => {
  const as = newCustomer()
  const orderWith = (discountCode: string) =>
    shop.call('POST', '/api/create-order-record', { as, body: cart(2.49, [item()], { discountCode }) })
  const first = (await orderWith('FIRST')).body.orderId
  let isHeld = true
  others.reserve = async () => ({ reserved: !isHeld })
  others.closeSession = async () => ({ closed: true })
  others.endReservation = async (request) => {
    asked.push(request as ReservationRequest)
    isHeld = false
    return { ended: true }
  }
  asked = []
  expect((await orderWith('HELLO')).status).toBe(201)
  expect(asked).toEqual([{ orderId: first }])
})

test('when another purchase, such as a plan, keeps the use, then the customer reads which code it has', async () => {
  others.reserve = async () => ({ reserved: false })
  const refusal = async (total: number, code: string) =>
    (await place(newCustomer(), total, code)).body.message
  expect(await refusal(24.97, 'FIVER')).toBe(
    'Another purchase of yours uses this code and is not paid yet. Please pay it, or remove the code.',
  )
  expect(await refusal(14.99, 'FIRST')).toBe(
    'Another purchase of yours uses a code for first orders and is not paid yet. Please pay it, or remove the code.',
  )
})

test("when a plan's month has a code, then its order names it", async () => {
  const discount = { discountCode: 'TENTH', discountCents: 50 }
  const plan = newPlanEvents({ prankCount: 1, amountCents: 449 })
  await shop.deliver(plan.created(undefined, discount))
  expect(await shop.orders.findOne({ invoiceId: plan.invoiceId }).lean()).toMatchObject(discount)
})
