import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { orderCancelledMail, orderPaidMail, refundSentMail } from '../mails/orders.ts'
import { readMailOrder, readMailOrderIfAny } from './mail-order.ts'
import { sendToCustomer } from './send-to-customer.ts'

/** Confirms a paid order, once for each event. @throws NotYet while order does not know the order */
export async function sendOrderPaidMail(
  id: string,
  data: EventData<'order-paid'>,
  deps: Deps,
): Promise<void> {
  const { ownerId, orderId } = data
  await sendToCustomer(
    { id, ownerId, kind: 'order-paid' },
    async (recipient) => orderPaidMail(recipient, await readMailOrder({ orderId }, deps), deps.publicUrl),
    deps,
  )
}

/** Confirms a cancellation, once for each event. @throws NotYet while order does not know the order */
export async function sendOrderCancelledMail(
  id: string,
  data: EventData<'order-cancelled'>,
  deps: Deps,
): Promise<void> {
  const { ownerId, orderId } = data
  await sendToCustomer(
    { id, ownerId, kind: 'order-cancelled' },
    async (recipient) => orderCancelledMail(recipient, await readMailOrder({ orderId }, deps), data),
    deps,
  )
}

/** Reports a refund that was sent, once for each event. @throws NotYet while order does not know the order */
export async function sendRefundMail(
  id: string,
  data: EventData<'refund-changed'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId: data.ownerId, kind: 'refund-sent' },
    async (recipient) => refundSentMail(recipient, await readMailOrderIfAny(data, deps), data),
    deps,
  )
}
