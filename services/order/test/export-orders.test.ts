import { csvCells, newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cart, glitter, item, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const path = '/api/admin/orders/export'
const get = (query = '') => fixture.operator('GET', `${path}${query}`)
/** The lines of the file, without the heading and the empty last line. */
const lines = async (query = '') => ((await get(query)).body as string).split('\r\n').slice(1, -1)

const pat = newCustomer({ firstName: '=HYPERLINK("http://evil.test")', lastName: 'Potato' })
let id = ''
beforeAll(async () => {
  const items = [
    item({ quantity: 2, contactName: 'Gerald "Gerry" Snail' }),
    item({
      prankId: glitter.id,
      price: '12.50',
      contactName: 'Gerald "Gerry" Snail',
      contactAddress2: 'Apt 4',
    }),
  ]
  const body = cart(22.48, items, { customMessage: 'Guess who?\nNot me; nobody, really.' })
  id = (await fixture.call('POST', '/api/create-order-record', { as: pat, body })).body.orderId
  for (let n = 0; n < 4; n++) {
    await fixture.call('POST', '/api/create-order-record', { as: newCustomer(), body: cart(4.99) })
  }
  await fixture.operator('PATCH', `/api/admin/orders/${id}/status`, { status: 'paid' })
})

describe("the export of the operator's list", () => {
  test('when all orders are exported then the file has a heading and a line for each order, newest first', async () => {
    const { status, headers: answered, body } = await get()
    expect(status).toBe(200)
    expect(answered.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answered.get('content-disposition')).toBe('attachment; filename="orders.csv"')
    expect(answered.get('cache-control')).toBe('no-store')
    expect(csvCells(body.split('\r\n')[0]).join()).toBe(
      'Order number,Order id,Ordered at,Paid at,Type,Status,Total,Refunded,Discount code,Customer name,' +
        'Customer e-mail,Items,Targets,Tracking numbers,Carriers,Delivered at,Cancellation reason,Refund reasons,' +
        'Message,Payment id,Subscription id',
    )
    const ids = (await lines()).map((line) => csvCells(line)[1])
    const list = await fixture.operator('GET', '/api/admin/orders')
    expect(ids).toEqual(list.body.items.map((order: { id: string }) => order.id))
  })

  test('when an order contains quotes, line breaks and a formula then its line is quoted, and the formula is plain text', async () => {
    const [line] = await lines('?status=paid')
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const [number, orderId, ordered, paid, ...rest] = csvCells(line)
    expect([number, orderId, ordered, paid]).toEqual([id.slice(-8).toUpperCase(), id, at, at])
    expect(rest).toEqual([
      'once',
      'paid',
      '22.48',
      '0.00',
      '',
      `'=HYPERLINK("http://evil.test") Potato`,
      pat.email,
      '2 x Prank of 499 cents (4.99); 1 x Prank of 1250 cents (12.50)',
      'Gerald "Gerry" Snail, 1 Garden Path, Springfield, OR 97477; ' +
        'Gerald "Gerry" Snail, 1 Garden Path, Apt 4, Springfield, OR 97477',
      '',
      '',
      '',
      '',
      '',
      'Guess who?\nNot me; nobody, really.',
      '',
      '',
    ])
  })

  test('when there is a status and a search then the file has the same orders as the list', async () => {
    expect(await lines('?status=pending')).toHaveLength(4)
    expect(await lines(`?q=${encodeURIComponent(pat.email)}`)).toHaveLength(1)
    expect(await lines(`?status=pending&q=${encodeURIComponent(pat.email)}`)).toEqual([])
  })

  test('when nothing matches then there is only the heading', async () => {
    expect((await get('?status=delivered')).body).toMatch(/^.?"Order number",.*\r\n$/)
  })

  test.each(['?status=lost', `?q=${'x'.repeat(101)}`])(
    'when the query is %s then it is a 400, as JSON',
    async (query) => {
      const { status, body } = await get(query)
      expect([status, body.code]).toEqual([400, 'invalid'])
    },
  )
})
