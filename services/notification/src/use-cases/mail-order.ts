import { type MailOrder, mailOrder } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import { AppError } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** What was paid for: a one-time order by its id, or a plan's month by its invoice. */
export interface PaidFor {
  orderId?: string | null
  invoiceId?: string | null
}

/** What a mail says about an order. @throws NotYet when order does not know it yet */
export async function readMailOrder({ orderId, invoiceId }: PaidFor, { order }: Deps): Promise<MailOrder> {
  const path = orderId
    ? `/internal/mail-orders/${orderId}`
    : `/internal/mail-orders?invoiceId=${encodeURIComponent(invoiceId ?? '')}`
  try {
    return await order.get(path, mailOrder)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw new NotYet('order does not know this order')
    throw error
  }
}

/** The same; null when the payment belongs to no order, such as one that was made in the Stripe dashboard. */
export const readMailOrderIfAny = async (paidFor: PaidFor, deps: Deps) =>
  paidFor.orderId || paidFor.invoiceId ? readMailOrder(paidFor, deps) : null
