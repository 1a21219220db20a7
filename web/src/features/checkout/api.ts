import { formatCents } from '@prankpost/contracts/money'
import type { User } from '@prankpost/contracts/user'
import { ApiError, call, isNetworkError, isRecord } from '@prankpost/web-kit'
import type { CartItem } from '../../lib/cart.ts'
import type { OpenedSession } from '../../lib/leave-to-pay.ts'

/** The input of a checkout. */
export interface Checkout {
  cart: CartItem[]
  totalCents: number
  discountCode: string
  message: string
  user: User
}

/** A checkout that could not be started: the text of the toast, and the server's message as `reason`. */
export class CheckoutFailed extends Error {
  readonly reason: string

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CheckoutFailed'
    this.reason = reason
  }
}

/**
 * Opens the payment page for the whole cart in one call.
 * @returns the order's payment session, with the URL of the payment page
 * @throws CheckoutFailed with the text of its toast (design, section 10)
 */
export async function startCheckout({
  cart,
  totalCents,
  discountCode,
  message,
  user,
}: Checkout): Promise<OpenedSession> {
  const answer = await send({
    amount: formatCents(totalCents),
    cartItems: cart,
    customerInfo: { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email },
    subscriptionType: 'once',
    ...(discountCode && { discountCode }),
    ...(message.trim() && { customMessage: message.trim() }),
  })
  if (isRecord(answer) && typeof answer.url === 'string' && answer.url)
    // During an update, a shop of the version before does not send the order.
    return { url: answer.url, sessionId: String(answer.sessionId), orderId: String(answer.orderId ?? '') }
  throw new CheckoutFailed('No checkout URL received', 'Nothing was charged. Please try again.')
}

async function send(
  body: Parameters<typeof call<'POST /api/create-checkout-session'>>[1]['body'],
): Promise<unknown> {
  try {
    return await call('POST /api/create-checkout-session', { body })
  } catch (error) {
    if (!(error instanceof ApiError))
      throw new CheckoutFailed('Failed to start checkout process.', 'Please try again.', { cause: error })
    const toastText = isNetworkError(error)
      ? 'Failed to start checkout process.'
      : error.code === 'unreadable'
        ? 'No checkout URL received'
        : 'Failed to create checkout session'
    throw new CheckoutFailed(toastText, error.message, { cause: error })
  }
}
