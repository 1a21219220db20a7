import type { ReservationRequest } from '@prankpost/contracts'
import { conflict, unavailable } from '@prankpost/service-kit'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cart, item, potato } from './fixture.ts'
import { startShop } from './shop.ts'

const shop = await startShop()
const { others } = shop
afterAll(() => shop.close())
await shop.models.prices.updateOne({ _id: potato.id }, { $set: { isCounted: true } })
let asked: ReservationRequest[] = []
beforeEach(() => {
  asked = []
  others.reserve = async (request) => {
    asked.push(request as ReservationRequest)
    return { reserved: true }
  }
})

const soldOut = 'Raw Potato is sold out. Please remove it from your Arsenal.'
const order = (as = newCustomer()) => ({ as, body: cart(9.98, [item(), item({ contactName: 'Penny' })]) })
const place = ({ as, body }: ReturnType<typeof order>) =>
  shop.call('POST', '/api/create-order-record', { as, body })

test('when an order is placed again and its payment starts, then each call reserves the sum of a prank for one order', async () => {
  const wanted = order()
  const { orderId } = (await place(wanted)).body
  expect((await place(wanted)).body.orderId).toBe(orderId)
  const started = await shop.call('POST', '/api/create-stripe-session', {
    as: wanted.as,
    body: { orderId, total: 9.98, customerInfo: wanted.body.customerInfo },
  })
  expect(started.status).toBe(200)
  const pranks = [{ prankId: potato.id, quantity: 2 }]
  expect(asked).toEqual([
    { orderId, pranks, sessionId: null },
    { orderId, pranks, sessionId: null },
    { orderId, pranks, sessionId: null },
    { orderId, pranks, sessionId: started.body.sessionId },
  ])
})

test('when a prank is sold out, then the customer reads it, and no order stays; an order with a session does', async () => {
  const message = soldOut
  const refuse = async () => {
    throw conflict(message)
  }
  const paying = order()
  const { orderId } = (await place(paying)).body
  const body = { orderId, total: 9.98, customerInfo: paying.body.customerInfo }
  await shop.call('POST', '/api/create-stripe-session', { as: paying.as, body })
  others.reserve = refuse
  const before = await shop.orders.countDocuments()
  const late = order()
  expect(await place(late)).toMatchObject({ status: 409, body: { message } })
  expect(await place(paying)).toMatchObject({ status: 409 })
  expect(await shop.orders.countDocuments()).toBe(before)
  expect((await shop.load(orderId)).checkout?.status).toBe('payment_session_created')
  const started = await shop.call('POST', '/api/create-stripe-session', { as: paying.as, body })
  expect(started).toMatchObject({ status: 409, body: { message } })
})

test('when catalog is unavailable, then the order is kept, and a repeat pays it', async () => {
  others.reserve = async () => {
    throw unavailable()
  }
  const wanted = order()
  expect((await place(wanted)).status).toBe(503)
  others.reserve = async () => ({ reserved: true })
  const { orderId } = (await place(wanted)).body
  expect(await shop.orders.countDocuments({ ownerId: wanted.as.id })).toBe(1)
  expect((await shop.load(orderId)).reservesStock).toBe(true)
})

test('when counting begins after an order was placed, then its payment reserves, and is refused when it is sold out', async () => {
  const isCounted = (value: boolean) =>
    shop.models.prices.updateOne({ _id: potato.id }, { $set: { isCounted: value } })
  const { as, body } = order()
  await isCounted(false)
  const { orderId } = (await place({ as, body })).body
  expect(asked).toEqual([])
  await isCounted(true)
  const start = () =>
    shop.call('POST', '/api/create-stripe-session', {
      as,
      body: { orderId, total: 9.98, customerInfo: body.customerInfo },
    })
  const reserveNow = others.reserve
  const message = soldOut
  others.reserve = async () => {
    throw conflict(message)
  }
  expect(await start()).toMatchObject({ status: 409, body: { message } })
  others.reserve = reserveNow
  const { sessionId } = (await start()).body
  const pranks = [{ prankId: potato.id, quantity: 2 }]
  expect(asked).toEqual([
    { orderId, pranks, sessionId: null },
    { orderId, pranks, sessionId },
  ])
})

test('when a cart is checked, then what is left decides, and nothing is reserved', async () => {
  const prank = { prankId: potato.id, name: 'Raw Potato', description: '-', priceCents: 499, tier: 'S' }
  const { as, body } = order()
  const check = async (left: number | null) => {
    others.pranks = [{ ...prank, image: 'potato', onSale: true, isCounted: true, revision: 1, left }]
    return shop.call('POST', '/api/validate-order', { as, body })
  }
  const refused = await check(1)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining('Only 1 of Raw Potato'),
  ])
  expect((await check(2)).status).toBe(200)
  expect((await check(null)).status).toBe(200)
  expect(asked).toEqual([])
})

test('when the rest is reserved for an unpaid order of the customer, then it can be paid, and a changed cart ends that order first', async () => {
  const prank = { prankId: potato.id, name: 'Raw Potato', description: '-', priceCents: 499, tier: 'S' }
  others.pranks = [{ ...prank, image: 'potato', onSale: true, isCounted: true, revision: 1, left: 0 }]
  const wanted = order()
  const { orderId } = (await place(wanted)).body
  const check = ({ as, body }: ReturnType<typeof order>) =>
    shop.call('POST', '/api/validate-order', { as, body })
  expect((await check(wanted)).status).toBe(200)
  expect(await check(order())).toMatchObject({ status: 400, body: { message: soldOut } })

  const ended: string[] = []
  others.endReservation = async (request) => {
    ended.push((request as { orderId: string }).orderId)
    return { ended: true }
  }
  others.reserve = async () => {
    if (!ended.includes(orderId)) throw conflict(soldOut)
    return { reserved: true }
  }
  const stranger = await place(order())
  expect([stranger.status, stranger.body.message, ended]).toEqual([409, soldOut, []])
  const larger = { as: wanted.as, body: cart(14.97, [item({ quantity: 3 })]) }
  expect((await place(larger)).status).toBe(409)
  expect(ended).toEqual([])
  const changed = { as: wanted.as, body: cart(4.99, [item()]) }
  expect((await place(changed)).status).toBe(201)
  expect(ended).toEqual([orderId])
})
