import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { cart, failure, glitter, item, owned, potato, retired, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const pat = newCustomer()
fixture.others.targets.set(pat.id, [owned])

const validate = (body: unknown, as = pat) => fixture.call('POST', '/api/validate-order', { as, body })
const record = (body: unknown, as = pat) => fixture.call('POST', '/api/create-order-record', { as, body })

describe('validate-order', () => {
  test.each([
    ['a number', 4.99],
    ['a string', '4.99'],
    ['a string with $', '$4.99'],
  ])(
    'when the total is right, as %s, then the answer contains it as a decimal string',
    async (_form, total) => {
      const { status, body } = await validate(cart(total))
      expect([status, body]).toEqual([200, { valid: true, total: '4.99' }])
    },
  )

  test('when quantities and prices are mixed then the total is their exact sum', async () => {
    const items = [item({ quantity: 3 }), item({ prankId: glitter.id, price: '12.50', quantity: 2 })]
    expect((await validate(cart('39.97', items))).body.total).toBe('39.97')
  })

  test.each(['MARKYMARC', 'markymarc', ' MarkyMarc '])(
    'when the code is %s then each item costs $0.99',
    async (code) => {
      const items = [item({ quantity: 2 }), item()]
      expect((await validate(cart(2.97, items, { discountCode: code }))).body.total).toBe('2.97')
    },
  )

  test.each([
    ['another total', cart(0.01)],
    ['a negative total', cart(-4.99)],
    ['a total that is not a number', cart('free')],
    ['a total in scientific notation', cart('4e0')],
    ['a huge total', cart(1e21)],
    ['no total', cart(undefined)],
    ['another price', cart(0.99, [item({ price: '$0.99' })])],
    ['a negative price', cart(4.99, [item({ price: -4.99 })])],
    ['a negative quantity', cart(-4.99, [item({ quantity: -1 })])],
    ['quantity 0', cart(0, [item({ quantity: 0 })])],
    ['a fractional quantity', cart(2.5, [item({ quantity: 0.5 })])],
    ['a huge quantity', cart(4.99e9, [item({ quantity: 1e9 })])],
    ['quantity 11', cart(54.89, [item({ quantity: 11 })])],
    ['a quantity as a string', cart(4.99, [item({ quantity: '1' })])],
    ['an unknown code and the full total', cart(4.99, [item()], { discountCode: 'FREE' })],
    ['the discounted total without the code', cart(0.99)],
    ['the full total with the code', cart(4.99, [item()], { discountCode: 'MARKYMARC' })],
    ['no items', cart(0, [])],
    ['items that are no list', { ...cart(4.99), cartItems: { length: 1 } }],
    [
      '51 items',
      cart(
        254.49,
        Array.from({ length: 51 }, () => item()),
      ),
    ],
    ['an unknown prank', cart(4.99, [item({ prankId: newId() })])],
    ['a prank that is not on sale', cart(4.99, [item({ prankId: retired.id })])],
    ['an injection object as prank', cart(4.99, [item({ prankId: { $ne: null } })])],
    ['an injection object as target', cart(4.99, [item({ contactId: { $gt: '' } })])],
    ['an injection object as code', cart(4.99, [item()], { discountCode: { $gt: '' } })],
    ['a message of 281 characters', cart(4.99, [item()], { customMessage: 'x'.repeat(281) })],
    ['a target of another customer', cart(4.99, [item({ contactId: newId() })])],
  ])('when there is %s then it is a 400', async (_what, body) => {
    expect(failure(await validate(body))).toEqual([400, 'invalid'])
    expect(failure(await record(body))).toEqual([400, 'invalid'])
    expect(await fixture.orders.countDocuments({ ownerId: pat.id })).toBe(0)
  })

  test.each([
    ['address', { contactAddress: 'Address not provided' }],
    ['city', { contactCity: 'City not provided' }],
    ['state', { contactState: 'State not provided' }],
    ['ZIP', { contactZipCode: '00000' }],
    ['street alone', { contactAddress: undefined }],
  ])('when the %s is missing then the message names the target', async (_part, over) => {
    const { status, body } = await validate(cart(4.99, [item(over)]))
    expect(status).toBe(400)
    expect(body.message).toContain('Gerald Snail')
  })

  test('when contact is unavailable then only carts with targets from the address book are refused', async () => {
    fixture.others.isContactDown = true
    expect((await validate(cart(4.99))).status).toBe(200)
    expect(failure(await validate(cart(4.99, [item({ contactId: owned.id })])))).toEqual([503, 'unavailable'])
    fixture.others.isContactDown = false
  })
})

describe('create-order-record', () => {
  test('when the cart is valid then the order is pending, belongs to the user, and contains what the cart showed', async () => {
    const customer = newCustomer()
    const { status, body } = await record(
      { ...cart(4.99, [item()], { customMessage: ' Guess who? ' }), status: 'pending_payment' },
      customer,
    )
    expect(status).toBe(201)
    const order = await fixture.orders.findById(body.orderId).lean()
    expect(order).toMatchObject({
      ownerId: customer.id,
      customer: { email: customer.email, name: 'Pat Potato' },
      type: 'once',
      status: 'pending',
      checkout: { status: 'pending_payment', stripeSessionId: null },
      totalCents: 499,
      customMessage: 'Guess who?',
      outbox: [],
    })
    expect(order?.paidAt).toBeUndefined()
    expect(order?.items[0]).toMatchObject({
      prank: { id: potato.id },
      contact: { name: 'Gerald Snail', address: '1 Garden Path', state: 'OR' },
      priceCents: 499,
    })
  })

  test('when an item has only the id of a target then its address comes from the address book', async () => {
    const bare = { prankId: potato.id, contactId: owned.id, quantity: 1, price: 4.99 }
    const { body } = await record(cart(4.99, [bare]))
    const order = await fixture.orders.findById(body.orderId).lean()
    const { id: _id, profilePicture: _picture, ...contact } = owned
    expect(order?.items[0]?.contact).toEqual(contact)
  })

  test('when an item has only the id of a local target then it is refused, because its address is unknown', async () => {
    const bare = { prankId: potato.id, contactId: 'local-1', quantity: 1, price: 4.99 }
    expect(failure(await record(cart(4.99, [bare])))).toEqual([400, 'invalid'])
  })

  test('when the payload contains a status then it is a 400', async () => {
    expect(failure(await record({ ...cart(4.99), status: 'paid' }))).toEqual([400, 'invalid'])
  })
})
