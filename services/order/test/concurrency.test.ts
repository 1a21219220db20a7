import { type OrderStatus, parcelIdOf } from '@prankpost/contracts'
import { afterAll, expect, test } from 'vitest'
import type { Order } from '../src/order.model.ts'
import { isItemSent, parcelsState } from '../src/parcels.ts'
import { refundedCents } from '../src/refund.model.ts'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const orderCount = 25
type PaidOrder = Awaited<ReturnType<typeof shop.paidOrder>>

/** Two calls of each kind for an order: 8 calls, and 200 for all orders. */
const callsFor = ({ id, as }: PaidOrder) =>
  [1, 2].flatMap((n) => [
    () => shop.cancel(id, as),
    () => shop.setStatus(id, 'shipped'),
    () => shop.refundOrder(id, n === 1 ? { itemIds: ['1'], withdraw: true } : { withdraw: true }),
    () => shop.call('PATCH', `/api/orders/${id}/items/${n}`, { as, body: { contactAddress2: `Apt ${n}` } }),
  ])

/** The same order in each run, in which each kind of call is first for some orders. */
const interleaved = <T>(lists: T[][]): T[] =>
  Array.from({ length: 8 }).flatMap((_, n) =>
    lists.flatMap((calls, place) => calls[(n * 3 + place) % calls.length] ?? []),
  )

type Reported = Order['outbox'][number]
const dataOf = <T>({ data }: Reported) => data as T
interface Parcels {
  parcelsRevision: number
  parcels: { parcelId: string; isWithdrawn: boolean }[]
}

test('when 200 calls cancel, ship, refund and correct 25 orders at once then each parcel is either sent or withdrawn, and the money agrees', async () => {
  const paid = await Promise.all(
    Array.from({ length: orderCount }, () => shop.paidOrder({ items: twoItems, total: twoItemsTotal })),
  )
  const calls = interleaved(paid.map(callsFor))
  expect(new Set(calls).size).toBe(200)
  const answers = await Promise.all(calls.map((call) => call()))
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201, 409])

  const ended = new Set<OrderStatus>()
  for (const { id } of paid) {
    const order = await shop.load(id)
    checkParcels(order)
    checkMoney(order)
    checkEvents(order)
    ended.add(order.status)
  }
  expect([...ended].sort()).toEqual(['cancelled', 'shipped'])
})

/** Fulfilment ships what the first report of `shipped` contains; this must be exactly what is not withdrawn in the end. */
function checkParcels(order: Order) {
  const withdrawn = order.items.filter(({ withdrawnAt }) => withdrawnAt).map(({ id }) => id)
  const sent = order.items.filter((item) => isItemSent(order, item)).map(({ id }) => id)
  expect([...sent, ...withdrawn].sort()).toEqual(['1', '2'])
  const isShipped = sent.length > 0
  expect([order.status, order.sentAt !== undefined]).toEqual([isShipped ? 'shipped' : 'cancelled', isShipped])
  expect(order.cancellation !== undefined).toBe(!isShipped)
  const shipped = order.outbox.filter(
    (event) => event.type === 'order-status-changed' && dataOf<{ to: string }>(event).to === 'shipped',
  )
  const atShipping = shipped.flatMap((event) =>
    dataOf<{ current: Parcels }>(event)
      .current.parcels.filter(({ isWithdrawn }) => !isWithdrawn)
      .map(({ parcelId }) => parcelId),
  )
  const idOf = (id: string) => parcelIdOf({ id: String(order._id), subscriptionType: 'once' }, { id })
  expect(atShipping).toEqual(sent.map(idOf))
}

function checkMoney(order: Order) {
  const { refunds = [], totalCents, outbox } = order
  expect(refundedCents(order)).toBeLessThanOrEqual(totalCents)
  expect(order.returnedCents ?? 0).toBe(refundedCents(order))
  expect(refunds.every(({ status }) => status === 'succeeded')).toBe(true)
  const decided = refunds.map(({ id, amountCents }) => [id, amountCents]).sort()
  const requests = shop.others.refundRequests.filter(({ orderId }) => orderId === String(order._id))
  // Payment may be asked for the same refund by a repeated call.
  const asked = new Map(requests.map(({ refundId, amountCents }) => [refundId, amountCents]))
  expect([...asked].sort()).toEqual(decided)
  const emitted = outbox.filter(({ type }) => type === 'refund-requested')
  expect(
    emitted
      .map((event) => dataOf<{ refundId: string; amountCents: number }>(event))
      .map(({ refundId, amountCents }) => [refundId, amountCents])
      .sort(),
  ).toEqual(decided)
}

/** What the consumers know in the end is what the document contains, and revisions only grow. */
function checkEvents(order: Order) {
  const changes = order.outbox.flatMap((event) => {
    if (event.type === 'order-parcels-changed') return [dataOf<Parcels>(event)]
    return event.type === 'order-status-changed' ? [dataOf<{ current: Parcels }>(event).current] : []
  })
  const revisions = changes.map(({ parcelsRevision }) => parcelsRevision)
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b))
  expect(changes.at(-1)).toMatchObject(parcelsState(order))
  const statuses = order.outbox.filter(({ type }) => type === 'order-status-changed')
  expect(statuses.map((event) => dataOf<{ to: string }>(event).to)).toEqual([order.status])
  expect(order.statusHistory.map(({ status }) => status)).toEqual(['pending', 'paid', order.status])
}
