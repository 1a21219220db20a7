import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { statusEntry } from '../order.model.ts'

/**
 * Marks an order `payment_failed` when its session ended without money. Does nothing when the order
 * is paid, or when a newer session is open: only the end of the present one counts. An order that is not there was
 * removed because it expired: orders are recorded before payment is asked, so it cannot be still to come.
 */
export async function markPaymentFailed(
  { orderId, sessionId }: EventData<'payment-failed'>,
  { outbox }: Deps,
): Promise<void> {
  await outbox.change({ _id: orderId }, (order) => {
    const present = order.checkout?.stripeSessionId ?? sessionId
    if (order.status !== 'pending' || order.paidAt !== undefined || present !== sessionId) return null
    return {
      update: {
        $set: { status: 'payment_failed' },
        $push: { statusHistory: statusEntry('payment_failed', 'payment') },
      },
    }
  })
}
