import { cancelWithinHours, type EventData, type MailOrder } from '@prankpost/contracts'
import { formatMoney, formatRange } from './format.ts'
import type { MailText } from './layout.ts'
import type { AboutOrder } from './occasion.ts'

/** The order's page for its signed-in owner. */
const orderPage = (publicUrl: string, { orderId }: Pick<MailOrder, 'orderId'>) =>
  `${publicUrl}/order?id=${orderId}`

/** The receipt is on the order's page, because it requires the owner's session. */
export const receiptLink = (publicUrl: string, order: MailOrder) => ({
  link: 'Your receipt (PDF) is on the order page. Please sign in to open it:',
  url: orderPage(publicUrl, order),
})

/** The confirmation of a paid one-time order. */
export function orderPaidMail({ order, publicUrl }: AboutOrder<EventData<'order-paid'>>): MailText {
  const { orderNumber, totalCents, discountCode, items, estimatedDelivery, url } = order
  const total = formatMoney(totalCents)
  return {
    subject: `Your order ${orderNumber} is confirmed`,
    preview: `Thank you! We received your payment of ${total} and are getting everything ready.`,
    parts: [
      {
        facts: [
          ['Order', orderNumber],
          ['Paid', total],
          ['Discount code', discountCode],
          ['Expected', estimatedDelivery && formatRange(estimatedDelivery)],
        ],
      },
      { button: 'See your order', url },
      receiptLink(publicUrl, order),
      `There you can also correct an address until the parcel is packed, or cancel within ${cancelWithinHours} hours of payment.`,
      'In the works:',
      {
        facts: items.map(
          ({ prankName, quantity, priceCents }) =>
            [`${quantity} × ${formatMoney(priceCents)}`, prankName] as const,
        ),
      },
      'Somewhere a doorbell does not know yet what is coming. And as always: the parcels do not say who sent them.',
    ],
  }
}

/** The confirmation of a cancellation, by the customer or by the shop. */
export function orderCancelledMail({
  order: { orderNumber, url },
  event: { by, refundCents },
}: AboutOrder<EventData<'order-cancelled'>>): MailText {
  const refund = formatMoney(refundCents)
  return {
    subject: `Your order ${orderNumber} is cancelled`,
    preview:
      by === 'customer'
        ? 'Done: your order is cancelled, as you asked.'
        : 'We are sorry: we had to cancel your order.',
    parts: [
      {
        facts: [
          ['Order', orderNumber],
          ['Refund', refundCents > 0 ? refund : null],
        ],
      },
      refundCents > 0
        ? `We refund ${refund} to the card you paid with. Another mail follows once the refund is sent.`
        : 'There is nothing left to refund for this order.',
      ...(by === 'customer' ? [] : ['A parcel that was already sent still arrives.']),
      { button: 'See your order', url },
      ...(by === 'customer' ? ['No hard feelings. Someone has been spared, for now.'] : []),
    ],
  }
}

/** Reports that a refund was sent. */
export function refundSentMail({
  order,
  event,
}: AboutOrder<EventData<'refund-changed'>, MailOrder | null>): MailText {
  const amount = formatMoney(event.amountCents)
  return {
    subject: `Your refund of ${amount} was sent`,
    preview: `We sent ${amount} back to the card you paid with.`,
    parts: [
      {
        facts: [
          ['Order', order?.orderNumber ?? null],
          ['Refund', amount],
        ],
      },
      'Your bank needs 5 to 10 business days to show it. It may appear as a new entry, or the old one may disappear.',
      ...(order === null ? [] : [{ button: 'See your order', url: order.url }]),
    ],
  }
}
