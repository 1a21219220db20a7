import { newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { failure, newCart, owned, potato, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const pat = newCustomer()
fixture.others.targets.set(pat.id, [owned])

const record = (body: unknown, as = pat) => fixture.call('POST', '/api/create-order-record', { as, body })

describe('create-stripe-session', () => {
  const pay = (body: unknown, as = pat) => fixture.call('POST', '/api/create-stripe-session', { as, body })
  const newOrder = async () => (await record(newCart())).body.orderId as string

  test("when the order is the customer's and unpaid then the session is returned and recorded", async () => {
    const requests: unknown[] = []
    fixture.others.openSession = async (request) => {
      requests.push(request)
      return { sessionId: 'cs_test_noted', url: 'http://pay.test/noted' }
    }
    const orderId = await newOrder()
    const { status, body } = await pay({ orderId, total: 4.99 })
    expect([status, body]).toEqual([200, { sessionId: 'cs_test_noted', url: 'http://pay.test/noted' }])
    expect(requests).toEqual([
      {
        orderId,
        ownerId: pat.id,
        customerEmail: pat.email,
        amountCents: 499,
        lines: [{ name: 'Prank of 499 cents', quantity: 1, unitCents: 499 }],
      },
    ])
    const order = await fixture.orders.findById(orderId).lean()
    expect(order?.checkout).toEqual({
      status: 'payment_session_created',
      stripeSessionId: 'cs_test_noted',
      errorMessage: null,
    })
    const again = await pay({ orderId, total: '4.99' })
    expect(again.body.sessionId).toBe('cs_test_noted')
  })

  test('when it is an order of another customer then it is a 404 and payment is not called', async () => {
    const orderId = await newOrder()
    fixture.others.openSession = async () => {
      throw new Error('must not be called')
    }
    expect(failure(await pay({ orderId, total: 4.99 }, newCustomer()))).toEqual([404, 'not_found'])
    expect(failure(await pay({ orderId: newId(), total: 4.99 }))).toEqual([404, 'not_found'])
    expect(failure(await pay({ orderId: { $ne: null }, total: 4.99 }))).toEqual([400, 'invalid'])
    expect(failure(await pay({ orderId, total: 0.01 }))).toEqual([400, 'invalid'])
    expect(failure(await pay({ orderId, total: 4.99, discountCode: 'MARKYMARC' }))).toEqual([400, 'invalid'])
  })

  test('when the order is already paid or does not exist then no session is opened', async () => {
    fixture.others.openSession = async () => ({
      sessionId: 'cs_never_returned',
      url: 'http://pay.test/never-returned',
    })
    const paidElsewhere = await newOrder()
    const paid = { $set: { status: 'paid', paidAt: new Date() }, $inc: { revision: 1 } } as const
    await fixture.orders.updateOne({ _id: paidElsewhere }, paid)
    expect(failure(await pay({ orderId: paidElsewhere, total: 4.99 }))).toEqual([409, 'conflict'])
    expect((await fixture.orders.findById(paidElsewhere).lean())?.checkout?.stripeSessionId).toBeNull()

    const gone = await newOrder()
    await fixture.orders.deleteOne({ _id: gone })
    expect(failure(await pay({ orderId: gone, total: 4.99 }))).toEqual([404, 'not_found'])
  })

  test("when payment cannot open a session then the order records that, and the answer is payment's", async () => {
    const { unavailable } = await import('@prankpost/service-kit')
    fixture.others.openSession = async () => {
      throw unavailable('The payment provider does not answer right now.')
    }
    const orderId = await newOrder()
    const { status, body } = await pay({ orderId, total: 4.99 })
    expect([status, body.message]).toEqual([503, 'The payment provider does not answer right now.'])
    expect((await fixture.orders.findById(orderId).lean())?.checkout).toMatchObject({
      status: 'payment_session_failed',
      errorMessage: 'The payment provider does not answer right now.',
    })
    // A later successful attempt clears the error.
    fixture.others.openSession = async () => ({ sessionId: 'cs_later', url: 'http://pay.test/later' })
    expect((await pay({ orderId, total: 4.99 })).status).toBe(200)
    expect((await fixture.orders.findById(orderId).lean())?.checkout).toMatchObject({
      status: 'payment_session_created',
      errorMessage: null,
    })
  })
})

describe('update-order-status', () => {
  const update = (body: unknown, as = pat) => fixture.call('POST', '/api/update-order-status', { as, body })
  const orderWithSession = async () => {
    fixture.others.openSession = async () => ({ sessionId: 'cs_real', url: 'http://pay.test/real' })
    const { orderId } = (await record(newCart())).body
    await fixture.call('POST', '/api/create-stripe-session', { as: pat, body: { orderId, total: 4.99 } })
    return orderId as string
  }

  test('when the store reports the session that the server opened, twice, then it is acknowledged', async () => {
    const orderId = await orderWithSession()
    const body = { orderId, status: 'payment_session_created', stripeSessionId: 'cs_real' }
    for (const _ of [1, 2]) {
      expect(await update(body)).toMatchObject({
        status: 200,
        body: { orderId, status: 'payment_session_created' },
      })
    }
  })

  test('when the store reports a failure then its message is stored', async () => {
    const orderId = (await record(newCart())).body.orderId
    const { status } = await update({ orderId, status: 'payment_session_failed', errorMessage: 'no answer' })
    expect(status).toBe(200)
    expect((await fixture.orders.findById(orderId).lean())?.checkout).toMatchObject({
      status: 'payment_session_failed',
      errorMessage: 'no answer',
    })
  })

  test.each(['paid', 'shipped', 'delivered', 'cancelled', 'pending', 'pending_payment', 'refunded'])(
    'when a customer sets their order to %s then it is a 400 and nothing changes',
    async (status) => {
      const orderId = await orderWithSession()
      const before = await fixture.orders.findById(orderId).lean()
      expect(failure(await update({ orderId, status }))).toEqual([400, 'invalid'])
      expect(await fixture.orders.findById(orderId).lean()).toEqual(before)
    },
  )

  test('when it is another session or an order of another customer then it is refused', async () => {
    const orderId = await orderWithSession()
    const created = { orderId, status: 'payment_session_created' }
    expect(failure(await update({ ...created, stripeSessionId: 'cs_other' }))).toEqual([400, 'invalid'])
    expect(failure(await update(created))).toEqual([400, 'invalid'])
    expect(failure(await update({ ...created, stripeSessionId: 'cs_real' }, newCustomer()))).toEqual([
      404,
      'not_found',
    ])
  })

  test('when the order is paid then it is a 409', async () => {
    const orderId = await orderWithSession()
    await fixture.orders.updateOne({ _id: orderId }, { $set: { status: 'paid', paidAt: new Date() } })
    expect(failure(await update({ orderId, status: 'payment_session_failed' }))).toEqual([409, 'conflict'])
    const pay = await fixture.call('POST', '/api/create-stripe-session', {
      as: pat,
      body: { orderId, total: 4.99 },
    })
    expect(failure(pay)).toEqual([409, 'conflict'])
  })
})

describe('create-checkout-session', () => {
  test('when items have only ids of targets then one call stores the order and returns the session', async () => {
    fixture.others.openSession = async () => ({ sessionId: 'cs_one_call', url: 'http://pay.test/one' })
    const { status, body } = await fixture.call('POST', '/api/create-checkout-session', {
      as: pat,
      body: {
        amount: 0.99,
        cartItems: [{ prankId: potato.id, contactId: owned.id, quantity: 1, price: '4.99' }],
        customerInfo: { name: 'x', email: 'x' },
        subscriptionType: 'once',
        discountCode: 'markymarc',
      },
    })
    const order = await fixture.orders.findOne({ 'checkout.stripeSessionId': 'cs_one_call' }).lean()
    const orderId = String(order?._id)
    expect([status, body]).toEqual([200, { orderId, sessionId: 'cs_one_call', url: 'http://pay.test/one' }])
    expect(order).toMatchObject({ totalCents: 99, discountCode: 'MARKYMARC', ownerId: pat.id })
  })
})
