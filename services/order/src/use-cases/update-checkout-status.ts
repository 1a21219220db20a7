import { conflict, invalid, notFound, type SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

interface UpdateCheckoutInput {
  orderId: string
  status: string
  stripeSessionId?: string | undefined
  errorMessage?: string | undefined
  user: SessionUser
}

/**
 * Records what the store reports about the checkout. Customers can change only their own unpaid orders, and only to
 * `payment_session_created`, with the session that the server opened, or to `payment_session_failed`. They cannot set an
 * order to paid. A repeat changes nothing.
 * @throws 400 for any other status or session, 404 for an unknown order or one of another customer, 409 when paid
 */
export async function updateCheckoutStatus(
  { orderId, status, stripeSessionId, errorMessage, user }: UpdateCheckoutInput,
  { outbox }: Deps,
): Promise<{ orderId: string; status: 'payment_session_created' | 'payment_session_failed' }> {
  if (status !== 'payment_session_created' && status !== 'payment_session_failed') {
    throw invalid('This status cannot be set here.')
  }
  const result = await outbox.change({ _id: orderId, ownerId: user.id }, (order) => {
    if (order.paidAt !== undefined) throw conflict('This order is paid already.')
    if (status === 'payment_session_created') {
      // The server already recorded the session, so there is nothing to write.
      if (stripeSessionId !== undefined && stripeSessionId === order.checkout?.stripeSessionId) return null
      throw invalid('This payment session does not belong to this order.')
    }
    const message = errorMessage ?? order.checkout?.errorMessage ?? null
    if (order.checkout?.status === status && order.checkout.errorMessage === message) return null
    return { update: { $set: { 'checkout.status': status, 'checkout.errorMessage': message } } }
  })
  if (result === null) throw notFound('We could not find this order.')
  return { orderId, status }
}
