import { type MailOrder, mailOrder } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import { AppError } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { MailText } from '../mails/layout.ts'
import type { About, AboutOrder } from '../mails/occasion.ts'

/** What was paid for: a one-time order by its id, or a plan's month by its invoice. */
interface PaidFor {
  orderId?: string | null
  invoiceId?: string | null
}

/** What a mail says about an order. @throws NotYet when order does not know it yet */
async function readMailOrder({ orderId, invoiceId }: PaidFor, { order }: Deps): Promise<MailOrder> {
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

/** Adds the order, or the plan's month, that an event is about. @throws NotYet while order does not know it */
export const withOrder =
  <E extends PaidFor | { month: PaidFor }>(textOf: (about: AboutOrder<E>) => MailText) =>
  async (about: About<E>, deps: Deps) => {
    const event: PaidFor | { month: PaidFor } = about.event
    const paidFor = 'month' in event ? event.month : event
    return textOf({ ...about, order: await readMailOrder(paidFor, deps) })
  }

/** The same; null when the payment belongs to no order, such as one that was made in the Stripe dashboard. */
export const withOrderIfAny =
  <E extends PaidFor>(textOf: (about: AboutOrder<E, MailOrder | null>) => MailText) =>
  async (about: About<E>, deps: Deps) => {
    const { event } = about
    const order = event.orderId || event.invoiceId ? await readMailOrder(event, deps) : null
    return textOf({ ...about, order })
  }
