import type { Order } from './order.model.ts'
import { hasSentParcel, isPacked } from './parcels.ts'
import { hasOpenDispute } from './refund.model.ts'

/** Why the customer cannot correct addresses, with what they can do; null when they can. */
export function whyNotEdit(order: Order): string | null {
  const support = 'Write to us on the support page and we will see what we can do.'
  if (order.type !== 'once') return "Addresses of a plan's parcels come from your targets: change them there."
  if (order.status === 'cancelled') return 'This order was cancelled, so nothing will be sent.'
  if (order.paidAt === undefined) return 'This order is not paid. You can order again with the right address.'
  if (hasSentParcel(order))
    return `This order was sent already, so its addresses cannot be changed. ${support}`
  if (isPacked(order)) return `This order was packed already, so its addresses cannot be changed. ${support}`
  if (hasOpenDispute(order)) {
    return `Your bank is checking the payment of this order, so it cannot be changed now. ${support}`
  }
  return order.status === 'paid' ? null : `This order cannot be changed at the moment. ${support}`
}
