import { shipByOf } from '@prankpost/contracts'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { cart, item } from './fixture.ts'
import { startShop } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

/** Of Gerald Snail in Oregon, and of an address in New York. */
const [near, far] = ['97477', '10001']
const shipBy = (day: string, zipCode: string) =>
  shipByOf(day, { from: shop.deps.shipFromZip, zipCode }).toISOString()
const datesTo = async (zipCode: string): Promise<string[]> => {
  const { status, body } = await shop.call('GET', `/api/delivery-dates?zipCode=${zipCode}`)
  expect(status).toBe(200)
  return body.dates
}
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test('when dates are listed then they depend on the ZIP code, without a session; without one it is a 400', async () => {
  const [toNear, toFar] = [await datesTo(near), await datesTo(`${far}-1234`)]
  expect([toNear.length > 100, (toNear[0] ?? '') < (toFar[0] ?? '')]).toEqual([true, true])
  expect(toNear.at(-1)).toBe(toFar.at(-1))
  for (const query of ['', '?zipCode=9747'])
    expect((await shop.call('GET', `/api/delivery-dates${query}`)).status).toBe(400)
})

test('when a date is impossible then each step of the checkout refuses it, and says the first possible one', async () => {
  const [first = ''] = await datesTo(near)
  const as = newCustomer()
  const refusalOf = async (path: string, arriveBy: string) => {
    const { total, ...body } = cart(4.99, [item({ arriveBy })])
    const answer = await shop.call('POST', path, { as, body: { ...body, total, amount: total } })
    return [answer.status, answer.body.message]
  }
  const text = (day: string) =>
    new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const early = addDays(first, -4)
  const tooEarly = `A parcel for Gerald Snail cannot arrive by ${text(early)}. The earliest possible date is ${text(first)}.`
  for (const path of ['validate-order', 'create-order-record', 'create-checkout-session'])
    expect(await refusalOf(`/api/${path}`, early)).toEqual([400, tooEarly])
  expect(await refusalOf('/api/validate-order', addDays(first, 300))).toEqual([
    400,
    expect.stringContaining('must be in the next 180 days'),
  ])
  expect((await refusalOf('/api/validate-order', '2027-13-01'))[0]).toBe(400)
  expect((await refusalOf('/api/validate-order', first))[0]).toBe(200)
})

test('when an order has become too late since it was placed then its payment is not started', async () => {
  const as = newCustomer()
  const [arriveBy] = await datesTo(near)
  const orderId = await shop.place(as, [item({ arriveBy })])
  const start = () => shop.call('POST', '/api/create-stripe-session', { as, body: { orderId, total: 4.99 } })
  await shop.orders.updateOne({ _id: orderId }, { $set: { 'items.0.arriveBy': '2026-01-02' } })
  expect([(await start()).status, (await start()).body.message]).toEqual([
    400,
    expect.stringContaining('cannot arrive by Jan 2'),
  ])
})

test('when it is paid then events, order and history have the date; the same cart with another date is another order', async () => {
  const [first = '', , second = ''] = await datesTo(near)
  const as = newCustomer()
  const place = async (arriveBy: string | null) => {
    const body = cart(4.99, [item({ arriveBy })], { customMessage: 'April Fools' })
    return (await shop.call('POST', '/api/create-order-record', { as, body })).body.orderId
  }
  const ids = [await place(first), await place(second), await place(null), await place(first)]
  expect([ids[3], new Set(ids).size]).toEqual([ids[0], 3])
  await shop.pay(ids[0])
  expect(await shop.lastEvent(ids[0], 'order-paid')).toMatchObject({
    items: [{ arriveBy: first, shipBy: shipBy(first, near) }],
  })
  expect((await shop.read(ids[0], as)).items[0]).toMatchObject({
    arriveBy: first,
    estimatedDelivery: { from: first, to: first },
  })
  expect((await shop.call('GET', '/api/prank-history', { as })).body[0]).toMatchObject({
    arriveBy: first,
    estimatedDelivery: `${first}T12:00:00.000Z`,
  })
})

test('when the ZIP code is corrected then the ship-by date follows, if it is still possible; sent again it has none', async () => {
  const dates = await datesTo(far)
  const [tight = ''] = await datesTo(near)
  const [, , arriveBy = ''] = dates
  const { id, as } = await shop.paidOrder({
    items: [item({ arriveBy }), item({ arriveBy: tight })],
    total: 9.98,
  })
  const toNewYork = { contactCity: 'New York', contactState: 'NY', contactZipCode: far }
  for (const n of [1, 2]) {
    const path = `/api/orders/${id}/items/${n}`
    expect((await shop.call('PATCH', path, { as, body: toNewYork })).status).toBe(200)
  }
  const dated = [
    { arriveBy, shipBy: shipBy(arriveBy, far) },
    { arriveBy: tight, shipBy: shipBy(tight, near) },
  ]
  expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({ parcels: dated })
  const parcelId = `${id}-1`
  for (const action of ['ship', 'return', 'send-again'] as const)
    await shop.changeParcels(id, [{ parcelId, action } as Parameters<typeof shop.changeParcels>[1][number]])
  expect(await shop.lastEvent(id, 'order-parcels-changed')).toMatchObject({
    parcels: [{ arriveBy: null, shipBy: null, sentAgainAt: expect.any(String) }, dated[1]],
  })
  expect((await shop.read(id, as)).items[0].arriveBy).toBeNull()
})
