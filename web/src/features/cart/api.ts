import { formatCents } from '@prankpost/contracts/money'
import type { User } from '@prankpost/contracts/user'
import { ApiError, call, errorText, isSignedOut } from '@prankpost/web-kit'
import type { CartItem } from '../../lib/cart.ts'
import type { OpenedSession } from '../../lib/leave-to-pay.ts'

/** The message when the customer is not signed in, by the title of the failed step. */
const signInMessages = {
  'Order Creation Failed': 'User authentication required for order processing',
  'Payment Error': 'User authentication required',
} as const

/** The input of a purchase. */
export interface Purchase {
  cart: CartItem[]
  totalCents: number
  discountCode: string
  message: string
  user: User | null | undefined
}

/** A failed step of the purchase; title and message are those of its toast. */
export class PurchaseFailed extends Error {
  readonly title: keyof typeof signInMessages

  constructor(title: PurchaseFailed['title'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PurchaseFailed'
    this.title = title
  }
}

/**
 * Starts the payment of a cart: validates it, creates the order, opens a payment session and stores it in the order.
 * The order exists before any payment. A session that has ended (401) is reported with the messages of the
 * specification (sections 5 and 8).
 * @throws PurchaseFailed with the toast of the step that failed
 */
export async function startPayment(purchase: Purchase): Promise<OpenedSession> {
  const { cart, user } = purchase
  if (cart.length === 0) throw new PurchaseFailed('Payment Error', 'Cart is empty')
  if (!user?.id || !user.email) throw new PurchaseFailed('Payment Error', signInMessages['Payment Error'])
  const order = orderOf(purchase, user)

  const orderId = await step(
    'Order Creation Failed',
    'Unable to process order. Please try again.',
    async () => {
      await validateOrder(order)
      return await createOrderRecord(order)
    },
  )
  return await step('Payment Error', 'Unable to process payment. Please try again.', async () => {
    const session = await openSession(orderId, order)
    await call('POST /api/update-order-status', {
      body: { orderId, status: 'payment_session_created', stripeSessionId: session.sessionId },
    })
    return { ...session, orderId }
  })
}

type Order = ReturnType<typeof orderOf>

function orderOf({ cart, totalCents, discountCode, message }: Purchase, user: User) {
  return {
    // The server knows the descriptions, and they would make a large body.
    cartItems: cart.map(({ prankDescription: _, ...item }) => item),
    customerInfo: { email: user.email, name: `${user.firstName} ${user.lastName}`.trim(), userId: user.id },
    total: formatCents(totalCents),
    ...(discountCode && { discountCode }),
    ...(message.trim() && { customMessage: message.trim() }),
  }
}

async function validateOrder(body: Order) {
  const { valid } = await call('POST /api/validate-order', { body })
  if (!valid) throw new PurchaseFailed('Order Creation Failed', 'Order validation failed')
}

async function createOrderRecord(order: Order): Promise<string> {
  const { orderId } = await call('POST /api/create-order-record', {
    body: { ...order, status: 'pending_payment' },
  })
  if (!orderId) throw new PurchaseFailed('Order Creation Failed', 'Failed to create order record')
  return orderId
}

async function openSession(orderId: string, { total, customerInfo, discountCode }: Order) {
  try {
    const session = await call('POST /api/create-stripe-session', {
      body: { orderId, total, customerInfo, ...(discountCode && { discountCode }) },
    })
    if (!session.sessionId || !session.url)
      throw new PurchaseFailed('Payment Error', 'Failed to create payment session')
    return session
  } catch (error) {
    const errorMessage = messageOf(error, 'Failed to create payment session').slice(0, 500)
    // Store the reason in the order. The customer sees the original error, whether or not this call succeeds.
    await call('POST /api/update-order-status', {
      body: { orderId, status: 'payment_session_failed', errorMessage },
    }).catch(() => {})
    throw error
  }
}

function messageOf(error: unknown, fallback: string): string {
  return error instanceof PurchaseFailed ? error.message : errorText(error, fallback)
}

async function step<T>(title: PurchaseFailed['title'], fallback: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PurchaseFailed) throw error
    if (isSignedOut(error)) throw new PurchaseFailed(title, signInMessages[title], { cause: error })
    const isReadable = error instanceof ApiError && error.code !== 'unreadable'
    throw new PurchaseFailed(title, isReadable ? error.message : fallback, { cause: error })
  }
}
