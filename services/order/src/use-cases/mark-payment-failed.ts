import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { statusEntry } from '../order.model.ts'

/**
 * Marks an order `payment_failed` when its session ended without a payment. Does nothing when the order is paid, or when
 * the session is not the current one. An order that does not exist expired and was removed: it cannot arrive later,
 * because orders are stored before payment is called.
 */
export async function markPaymentFailed(
  { orderId, sessionId }: EventData<'payment-failed'>,
  { outbox }: Deps,
): Promise<void> {
  await outbox.change({ _id: orderId }, (order) => {
    const currentId = order.checkout?.stripeSessionId ?? sessionId
    if (order.status !== 'pending' || order.paidAt !== undefined || currentId !== sessionId) return null
    return {
      update: {
        $set: { status: 'payment_failed' },
        $push: { statusHistory: statusEntry('payment_failed', 'payment') },
      },
    }
  })
}
