import { explainQueries, newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { markOrderPaid } from '../src/use-cases/mark-order-paid.ts'
import { markPaymentFailed } from '../src/use-cases/mark-payment-failed.ts'
import { changeOrderStatus } from '../src/use-cases/set-order-status.ts'
import { newCart, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const list = async (query: string) => (await fixture.operator('GET', `/api/admin/orders${query}`)).body
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const pat = newCustomer()
const place = async (as = pat) =>
  (await fixture.call('POST', '/api/create-order-record', { as, body: newCart() })).body.orderId as string
const at = new Date().toISOString()
const pay = async (orderId: string) => {
  const payment = { orderId, sessionId: 'cs_1', paymentIntentId: 'pi_1', amountCents: 499, paidAt: at }
  await markOrderPaid(payment, fixture.deps)
  return orderId
}

const paid = await pay(await place())
const pending = await place()
const failed = await place()
await markPaymentFailed({ orderId: failed, sessionId: 'cs_1', reason: 'expired', at }, fixture.deps)
/** Paid, and set back to pending by the operator. It was paid, so it is never hidden. */
const setBack = await pay(await place())
await changeOrderStatus({ orderId: setBack, status: 'pending' }, fixture.deps)
const shipped = await place()
await changeOrderStatus({ orderId: shipped, status: 'shipped' }, fixture.deps)
const others = await pay(await place(newCustomer()))

describe("the operator's list without unpaid orders", () => {
  test('when it is requested, then orders that were never paid are left out and not counted', async () => {
    const page = await list('?unpaid=exclude')
    expect([idsOf(page), page.total]).toEqual([[others, shipped, setBack, paid], 4])
    expect((await list('')).total).toBe(6)
    const first = await list('?unpaid=exclude&limit=3')
    const second = await list(`?unpaid=exclude&limit=3&cursor=${first.nextCursor}`)
    expect([...idsOf(first), ...idsOf(second), second.nextCursor]).toEqual([...idsOf(page), null])
  })

  test('when there is a status or a search as well, then both apply', async () => {
    expect(idsOf(await list('?unpaid=exclude&status=pending'))).toEqual([setBack])
    expect(idsOf(await list('?status=pending'))).toEqual([setBack, pending])
    expect(idsOf(await list('?unpaid=exclude&status=payment_failed'))).toEqual([])
    const q = encodeURIComponent(pat.email)
    const found = await list(`?unpaid=exclude&q=${q}`)
    expect([idsOf(found), found.total]).toEqual([[shipped, setBack, paid], 3])
    expect(idsOf(await list(`?unpaid=exclude&q=${q}&status=paid`))).toEqual([paid])
  })

  test('when it is exported, then the file contains the same orders', async () => {
    const { body } = await fixture.operator('GET', '/api/admin/orders/export?unpaid=exclude')
    const lines = String(body).trim().split('\r\n').slice(1)
    expect(lines.map((line) => [others, shipped, setBack, paid].find((id) => line.includes(id)))).toEqual([
      others,
      shipped,
      setBack,
      paid,
    ])
  })

  test('when the value is invalid, then it is a 400', async () => {
    const { status } = await fixture.operator('GET', '/api/admin/orders?unpaid=only')
    expect(status).toBe(400)
  })

  test('when unpaid orders are the latest, then none of them is read', async () => {
    for (let n = 0; n < 10; n++) await place(newCustomer())
    const [page, ...counts] = await explainQueries(fixture.connection, () => list('?unpaid=exclude&limit=2'))
    for (const query of [page, ...counts]) expect(query?.stages).not.toContain('COLLSCAN')
    const read = [page, ...counts].map((query) => query?.documentsRead ?? 0)
    expect(Math.max(...read)).toBeLessThanOrEqual(3)
  })
})
