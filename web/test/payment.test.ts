import { networkMessage } from '@prankpost/web-kit'
import { describe, expect, test } from 'vitest'
import { type Purchase, startPayment } from '../src/features/cart/api.ts'
import { cartItemOf } from '../src/lib/cart.ts'
import { withFakeFetch } from './fake-fetch.ts'
import { bob, idOf, molly, pranks } from './samples.ts'

const { calls, answers } = withFakeFetch()
const orderId = idOf(777)
const steps = {
  validate: 'POST /api/validate-order',
  record: 'POST /api/create-order-record',
  session: 'POST /api/create-stripe-session',
  status: 'POST /api/update-order-status',
}
const purchase: Purchase = {
  cart: pranks.slice(0, 2).map((prank) => cartItemOf(prank, bob)),
  totalCents: 198,
  discountCode: 'MARKYMARC',
  message: ' Ha! ',
  user: molly,
}
const answerAll = () => {
  answers[steps.validate] = { body: { valid: true, total: '1.98' } }
  answers[steps.record] = { status: 201, body: { orderId } }
  answers[steps.session] = { body: { sessionId: 'cs_1', url: 'https://pay.example/1' } }
  answers[steps.status] = { body: { orderId, status: 'payment_session_created' } }
}

describe('the purchase', () => {
  test('when all calls succeed, then they are made in order and the payment session is returned', async () => {
    answerAll()
    await expect(startPayment(purchase)).resolves.toEqual({
      orderId,
      sessionId: 'cs_1',
      url: 'https://pay.example/1',
    })
    const order = {
      total: '1.98',
      discountCode: 'MARKYMARC',
      customMessage: 'Ha!',
      customerInfo: { email: molly.email, name: 'Molly Jester', userId: molly.id },
    }
    expect(calls).toMatchObject([
      { key: steps.validate, body: { ...order, cartItems: [{ price: '$4.99' }, { price: '$4.99' }] } },
      { key: steps.record, body: { ...order, status: 'pending_payment' } },
      { key: steps.session, body: { orderId, total: '1.98', discountCode: 'MARKYMARC' } },
      { key: steps.status, body: { orderId, status: 'payment_session_created', stripeSessionId: 'cs_1' } },
    ])
  })

  test.each([
    [
      steps.validate,
      { status: 400, body: { message: 'Cart is empty' } },
      'Order Creation Failed',
      'Cart is empty',
    ],
    [steps.validate, { body: { valid: false } }, 'Order Creation Failed', 'Order validation failed'],
    [steps.validate, 'unavailable', 'Order Creation Failed', networkMessage],
    [steps.record, { body: {} }, 'Order Creation Failed', 'Failed to create order record'],
    [steps.record, { body: null }, 'Order Creation Failed', 'Unable to process order. Please try again.'],
    [steps.session, { status: 503, body: { message: 'Unavailable' } }, 'Payment Error', 'Unavailable'],
    [steps.session, { body: {} }, 'Payment Error', 'Failed to create payment session'],
    [steps.status, { status: 409, body: { message: 'Paid already' } }, 'Payment Error', 'Paid already'],
  ] as const)('when %s answers %j, then the toast is "%s": "%s"', async (key, answer, title, message) => {
    answerAll()
    answers[key] = answer
    await expect(startPayment(purchase)).rejects.toMatchObject({ title, message })
  })

  test.each([
    [steps.validate, 'Order Creation Failed', 'User authentication required for order processing'],
    [steps.record, 'Order Creation Failed', 'User authentication required for order processing'],
    [steps.session, 'Payment Error', 'User authentication required'],
    [steps.status, 'Payment Error', 'User authentication required'],
  ] as const)(
    'when the session has ended at %s, then the toast is "%s": "%s"',
    async (key, title, message) => {
      answerAll()
      answers[key] = { status: 401, body: { message: 'Unauthorized', code: 'unauthorized' } }
      await expect(startPayment(purchase)).rejects.toMatchObject({ title, message })
    },
  )

  test('when no session could be opened, then the reason is sent to the order, even if that call fails too', async () => {
    answerAll()
    answers[steps.session] = { status: 503, body: { message: 'Stripe is away' } }
    answers[steps.status] = 'unavailable'
    await expect(startPayment(purchase)).rejects.toMatchObject({ message: 'Stripe is away' })
    expect(calls.at(-1)).toEqual({
      key: steps.status,
      body: { orderId, status: 'payment_session_failed', errorMessage: 'Stripe is away' },
    })
  })

  test('when the cart is empty or no customer is signed in, then no call is made', async () => {
    await expect(startPayment({ ...purchase, cart: [] })).rejects.toMatchObject({ message: 'Cart is empty' })
    await expect(startPayment({ ...purchase, user: null })).rejects.toMatchObject({
      title: 'Payment Error',
      message: 'User authentication required',
    })
    expect(calls).toEqual([])
  })
})
