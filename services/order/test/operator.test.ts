import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { cart, item, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const list = (query = '') => fixture.operator('GET', `/api/admin/orders${query}`)
const set = (orderId: string, body: unknown) =>
  fixture.operator('PATCH', `/api/admin/orders/${orderId}/status`, body)
const order = async (over = {}, as = newCustomer()) =>
  (await fixture.call('POST', '/api/create-order-record', { as, body: cart(4.99, [item(over)]) })).body
    .orderId as string

describe("the operator's list", () => {
  test.each([
    ['the target', 'penelope', { contactName: 'Penelope Featherstone' }],
    ['two words in any order', 'feather pen', { contactName: 'Penelope Featherstone' }],
  ])('when the search is %s then the order is found', async (_what, q, over) => {
    const id = await order(over)
    const { body } = await list(`?q=${encodeURIComponent(q)}&limit=1`)
    expect(body.items[0].id).toBe(id)
  })

  test('when the search is an e-mail, an id or an order number then the order is found and counted', async () => {
    const customer = newCustomer()
    const id = await order({}, customer)
    for (const q of [customer.email.toUpperCase(), id, id.slice(-8).toUpperCase(), 'nobody.such']) {
      const { body } = await list(`?q=${encodeURIComponent(q)}`)
      expect([body.total, body.items[0]?.id]).toEqual(q === 'nobody.such' ? [0, undefined] : [1, id])
    }
    expect((await list('?status=shipped')).body.total).toBe(0)
  })

  test.each(['?limit=-1', '?limit=201', '?limit=x', '?cursor=x', '?status=lost', `?q=${'x'.repeat(101)}`])(
    'when the query is %s then it is a 400',
    async (query) => expect((await list(query)).status).toBe(400),
  )

  test('when the search is a regular expression then it is taken as plain text', async () => {
    expect((await list(`?q=${encodeURIComponent('.*')}`)).body.total).toBe(0)
    expect((await list('?q[$ne]=x')).status).toBe(200)
  })
})

describe('a status that the operator sets', () => {
  test('when a pending order is set to paid then order-paid and the change are emitted once', async () => {
    const id = await order()
    const first = await set(id, { status: 'paid' })
    expect([first.status, first.body.status]).toEqual([200, 'paid'])
    await set(id, { status: 'paid' })
    const stored = await fixture.orders.findById(id).lean()
    expect(stored?.outbox.map(({ type }) => type)).toEqual(['order-paid', 'order-status-changed'])
    expect(stored?.paidAt).toBeInstanceOf(Date)
  })

  test('when it changes back and forth then order-paid is not emitted again', async () => {
    const id = await order()
    for (const status of ['shipped', 'pending', 'paid', 'delivered']) await set(id, { status })
    const stored = await fixture.orders.findById(id).lean()
    expect(stored?.outbox.filter(({ type }) => type === 'order-paid')).toHaveLength(1)
    expect(stored?.statusHistory.map(({ status }) => status)).toEqual([
      'pending',
      'shipped',
      'pending',
      'paid',
      'delivered',
    ])
    expect(stored?.statusHistory.slice(1).every(({ actor }) => actor === 'admin')).toBe(true)
  })

  test.each(['cancelled', 'payment_failed', 'lost', '', { $ne: 'x' }])(
    'when the status is %j then it is a 400',
    async (status) => {
      expect((await set(await order(), { status })).status).toBe(400)
    },
  )

  test('when the order is unknown then it is a 404', async () => {
    expect((await set(newId(), { status: 'paid' })).status).toBe(404)
    expect((await set('x', { status: 'paid' })).status).toBe(400)
  })

  test('when ten calls set different statuses at once then each change is kept in the history', async () => {
    const id = await order()
    const statuses = [
      'paid',
      'processing',
      'shipped',
      'delivered',
      'paid',
      'processing',
      'shipped',
      'delivered',
    ]
    await Promise.all(statuses.map((status) => set(id, { status })))
    const stored = await fixture.orders.findById(id).lean()
    expect(stored?.outbox.filter(({ type }) => type === 'order-paid')).toHaveLength(1)
    expect(stored?.status).toBe(stored?.statusHistory.at(-1)?.status)
  })
})
