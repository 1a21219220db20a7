import {
  deletionRequested,
  eventOf,
  exportRequested,
  newCustomer,
  newId,
  newPlanEvents,
  prankShipped,
} from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { changeParcels } from '../src/use-cases/change-parcels.ts'
import { eraseGuestOrders } from '../src/use-cases/erase-guest-orders.ts'
import { cart, item, startFixture } from './fixture.ts'

const fixture = await startFixture()
const { customerData, handlers } = fixture
let carts = 1_000
afterAll(() => fixture.close())

const order = async (as = newCustomer(), contactName = 'Gerald Snail') => {
  const body = { ...cart(4.99, [item({ contactName })]), customMessage: `Cart no. ${++carts}` }
  return (await fixture.call('POST', '/api/create-order-record', { as, body })).body.orderId as string
}
const setStatus = (orderId: string, status: string) =>
  fixture.operator('PATCH', `/api/admin/orders/${orderId}/status`, { status })
const stored = async (orderId: string) => {
  const { outbox: _sent, ...kept } = (await fixture.orders.findById(orderId).lean()) ?? {}
  return JSON.stringify(kept)
}
const erase = (ownerId: string, requestedAt?: string) =>
  handlers['customer-deletion-requested'](eventOf(deletionRequested(ownerId, requestedAt)))

test('when a customer requests their data then it contains their orders, without our notes, in parts of limited size', async () => {
  const customer = newCustomer()
  const id = await order(customer)
  const template = await fixture.orders.findById(id).lean()
  const copies = Array.from({ length: 600 }, () => {
    const { _id: _same, cartKey: _unique, unpaidSlot: _alsoUnique, ...rest } = template ?? ({} as never)
    const _id = newId()
    return {
      ...rest,
      _id,
      items: template?.items.map((one) => ({ ...one, adminNotes: 'a tricky one' })),
      references: [{ parcelId: `${_id}-1`, reference: 'GHJKMNPQRS', drawnAt: new Date() }],
    }
  })
  await fixture.orders.insertMany(copies as never)
  await handlers['customer-export-requested'](eventOf(exportRequested(customer.id)))
  expect(customerData.parts.length).toBeGreaterThan(1)
  expect(customerData.parts.map(({ part, last }) => [part, last])).toEqual(
    customerData.parts.map((_, n, all) => [n, n === all.length - 1]),
  )
  expect(customerData.parts.flatMap(({ records }) => records)).toHaveLength(601)
  expect(Math.max(...customerData.parts.map((part) => JSON.stringify(part).length))).toBeLessThan(250_000)
  expect(JSON.stringify(customerData.parts)).toMatch(/Gerald Snail/)
  expect(JSON.stringify(customerData.parts)).not.toMatch(/tricky|reference|GHJKMNPQRS/i)
})

test('when an account is deleted, twice, then sent orders lose their names, and orders to be sent lose them once they are sent', async () => {
  const customer = newCustomer()
  const [sent, due, unpaid] = [
    await order(customer),
    await order(customer, 'Dora Due'),
    await order(customer, 'Una Paid'),
  ]
  await setStatus(sent, 'shipped')
  await setStatus(due, 'paid')
  await erase(customer.id)
  await erase(customer.id)
  for (const id of [sent, due, unpaid]) expect(await stored(id)).not.toContain(customer.email)
  expect(await stored(sent)).not.toMatch(/Gerald|Garden|Cart no/)
  expect(await stored(unpaid)).not.toMatch(/Una|Garden/)
  expect(await stored(due)).toMatch(/Dora Due/)
  const { outbox, counts } = (await customerData.erasure(customer.id)) ?? {}
  expect(counts?.map(({ outcome, count }) => [outcome, count])).toEqual([
    ['anonymized', 3],
    ['kept', 1],
  ])
  expect(outbox?.map(({ type }) => type)).toEqual(['order-data-erased'])
  await setStatus(due, 'shipped')
  const parcel = prankShipped({
    parcelId: `${due}-${(await fixture.orders.findById(due).lean())?.items[0]?.id}`,
    contact: { name: 'Dora Due' },
    ...{ ownerId: customer.id, orderId: due, trackingNumber: 'TRACK-1' },
  })
  await handlers['prank-shipped'](eventOf(parcel))
  expect(await stored(due)).not.toMatch(/Dora|Garden|TRACK/)
  const [first] = (await fixture.orders.findById(due).lean())?.items ?? []
  expect([first?.priceCents, first?.shippedAt]).toEqual([499, expect.any(Date)])
})

test('when notes were stored after the erasure then a second one erases them, and no tracking number is stored any more', async () => {
  const customer = newCustomer()
  const id = await order(customer)
  await setStatus(id, 'shipped')
  await erase(customer.id)
  await fixture.orders.updateOne(
    { _id: id },
    { $set: { 'items.0.trackingNumber': 'TRACK-1', 'items.0.heldBecause': 'Gerald is ill' } },
  )
  await erase(customer.id)
  expect(await stored(id)).not.toMatch(/TRACK|Gerald/)
  const itemId = (await fixture.orders.findById(id).orFail().lean()).items[0]?.id
  const trackingNumber = '9400111899223197428497'
  const { status } = await fixture.operator('PATCH', `/api/admin/orders/${id}/items/${itemId}`, {
    trackingNumber,
  })
  const change = { parcelId: `${id}-${itemId}`, action: 'track' as const, trackingNumber }
  const changed = await changeParcels(
    { orders: [{ orderId: id, invoiceId: null, changes: [change] }] },
    fixture.deps,
  )
  expect([status, changed.orders[0]?.results[0]?.outcome]).toEqual([409, 'refused'])
  expect(await stored(id)).not.toContain(trackingNumber)
})

test('when an account is deleted then the reasons of refunds and cancellations are erased, their amounts are kept', async () => {
  const customer = newCustomer()
  const ids = [await order(customer), await order(customer)]
  const money = (amountCents: number, reason: string) => ({
    refunds: [
      { id: newId(), amountCents, status: 'succeeded', by: 'operator', reason, at: new Date(), shares: [] },
    ],
    returnedCents: amountCents,
  })
  const cancellation = { by: 'operator', reason: 'Pat moved to Bend', at: new Date(), refundId: null }
  await fixture.orders.updateOne(
    { _id: ids[0] },
    { $set: { status: 'shipped', ...money(100, 'Pat was ill') } },
  )
  await fixture.orders.updateOne({ _id: ids[1] }, { $set: { status: 'cancelled', cancellation } })
  for (const _ of [1, 2]) await erase(customer.id)
  for (const id of ids) expect(await stored(id)).not.toMatch(/Pat (was|moved)/)
  const [refunded, cancelled] = await Promise.all(ids.map((id) => fixture.orders.findById(id).lean()))
  expect(refunded).toMatchObject({ refunds: [{ amountCents: 100, reason: null }], returnedCents: 100 })
  expect(cancelled?.cancellation).toMatchObject({ by: 'operator', reason: null })
})

test('when an account is deleted while an order of some days ago can still be paid, then the order keeps its address', async () => {
  const customer = newCustomer()
  const payable = await order(customer, 'Paula Payable')
  const createdAt = new Date(Date.now() - 5 * 86_400_000)
  const checkout = { status: 'payment_session_created', stripeSessionId: 'cs_open', errorMessage: null }
  await fixture.orders.updateOne({ _id: payable }, { $set: { createdAt, checkout } })
  await erase(customer.id)
  expect(await stored(payable)).toMatch(/Paula Payable/)
  expect(await stored(payable)).not.toContain(customer.email)
})

test('when an order is planned for a later day then its address is kept until a week after its ship-by date', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [shipBy, isKept] of [
    [ago(-60), true],
    [ago(6), true],
    [ago(8), false],
  ] as const) {
    const customer = newCustomer()
    const id = await order(customer, 'Petra Planned')
    await setStatus(id, 'paid')
    const planned = { 'items.0.arriveBy': '2027-04-01', 'items.0.shipBy': shipBy }
    await fixture.orders.updateOne({ _id: id }, { $set: planned })
    await erase(customer.id, ago(91).toISOString())
    expect(/Petra/.test(await stored(id))).toBe(isKept)
  }
})

test('when a month of the plan is reported after the deletion then its order has no name', async () => {
  const plan = newPlanEvents({ prankCount: 1 })
  await erase(plan.ownerId)
  const at = new Date().toISOString()
  await handlers['subscription-renewed'](eventOf(plan.renewed(at)))
  const found = await fixture.orders.findOne({ invoiceId: plan.invoiceOf(at) }).lean()
  expect(found?.customer).toEqual({ name: 'Deleted customer', email: null })
  expect(found?.totalCents).toBe(499)
})

test('when guest orders have the address then they are erased only if it is verified', async () => {
  const guestEmail = `guest-${newId()}@customers.test`
  const made = await fixture.orders.findById(await order(newCustomer(), 'Guest Target')).lean()
  await fixture.orders.updateOne(
    { _id: made?._id },
    { $set: { ownerId: null, guestEmail, status: 'shipped' } },
  )
  customerData.known.verifiedEmail = null
  await erase(newId())
  expect(await stored(String(made?._id))).toContain('Guest Target')
  customerData.known.verifiedEmail = guestEmail
  const ownerId = newId()
  for (const _ of [1, 2]) await erase(ownerId)
  expect(await stored(String(made?._id))).not.toMatch(new RegExp(`Guest Target|${guestEmail}`))
  const { outbox } = (await fixture.orders.findById(made?._id).lean()) ?? {}
  // Fulfilment learns whose shipment it is, and the event contains no address.
  expect(outbox?.filter(({ type }) => type === 'order-recovered').map(({ data }) => data)).toMatchObject([
    { orderId: String(made?._id), ownerId, items: [], isAnnounced: false },
  ])
})

test('when a guest is erased then sent orders lose their names, and orders to be sent stay until they are sent', async () => {
  const guestEmail = `guest-${newId()}@customers.test`
  const made = [await order(newCustomer(), 'Sent Target'), await order(newCustomer(), 'Due Target')]
  const become = (id: string | undefined, status: string) =>
    fixture.orders.updateOne({ _id: id }, { $set: { ownerId: null, guestEmail, status } })
  await become(made[0], 'shipped')
  await become(made[1], 'paid')
  const erase = () => eraseGuestOrders({ email: guestEmail }, fixture.deps)
  expect(await erase()).toEqual({ erased: 1, waiting: 1 })
  expect(await stored(made[0] ?? '')).not.toMatch(new RegExp(`Sent Target|${guestEmail}`))
  expect(await stored(made[1] ?? '')).toMatch(/Due Target/)
  await become(made[1], 'shipped')
  expect(await erase()).toEqual({ erased: 1, waiting: 0 })
  expect(await erase()).toEqual({ erased: 0, waiting: 0 })
})
