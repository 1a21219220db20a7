import {
  carrierOf,
  deliveryBusinessDays,
  deliveryRange,
  type EventData,
  formatCents,
  type MailOrder,
  trackingUrlOf,
} from '@prankpost/contracts'
import { formatLongDay, formatRange, plural } from './format.ts'
import type { MailText } from './layout.ts'
import type { AboutOrder } from './occasion.ts'

const contentOf = (prankName: string, quantity: number) =>
  quantity === 1 ? prankName : `${quantity} × ${prankName}`
/** Undefined when the order has no such parcel. */
const itemOf = ({ items }: MailOrder, { parcelId }: { parcelId: string }) =>
  items.find((item) => item.parcelId === parcelId)

/** Reports that a parcel is on its way, with its tracking number if there is one. */
export function parcelShippedMail({
  order: { orderNumber, url },
  event,
}: AboutOrder<EventData<'prank-shipped'>>): MailText {
  const { carrier, trackingNumber, shippedAt, parcelsShipped, parcelsTotal, prank, quantity } = event
  const knownCarrier = carrier ?? (trackingNumber === null ? null : carrierOf(trackingNumber))
  const trackingUrl = trackingUrlOf(knownCarrier, trackingNumber)
  const { from, to: last } = deliveryBusinessDays
  return {
    subject: 'Your parcel is on its way',
    preview: `A parcel of your order ${orderNumber} left us on ${formatLongDay(shippedAt)}. It arrives within ${from} to ${last} business days.`,
    parts: [
      {
        facts: [
          ['Carrier', knownCarrier],
          ['Tracking number', trackingNumber],
          ['Expected', formatRange(deliveryRange(new Date(shippedAt)))],
        ],
      },
      ...(trackingUrl === null
        ? [{ button: 'See your order', url: url }]
        : [
            { button: 'Track the parcel', url: trackingUrl },
            { link: 'Everything about your order:', url: url },
          ]),
      ...(parcelsTotal > 1
        ? [`${parcelsShipped} of ${plural(parcelsTotal, 'parcel')} of this order are sent.`]
        : []),
      `Inside: ${contentOf(prank.name, quantity)}. Please practice an innocent face.`,
    ],
  }
}

/** Reports that a parcel arrived. */
export function parcelDeliveredMail({ order, event }: AboutOrder<EventData<'parcel-delivered'>>): MailText {
  const item = itemOf(order, event)
  return {
    subject: 'Your parcel was delivered',
    preview: `A parcel of your order ${order.orderNumber} was delivered on ${formatLongDay(event.deliveredAt)}.`,
    parts: [
      { button: 'See your order', url: order.url },
      ...(item === undefined ? [] : [`Inside: ${contentOf(item.prankName, item.quantity)}.`]),
      'If you hear a shriek from afar, it was not us. It was not you either.',
    ],
  }
}

/** Reports that a recipient answered. What the recipient wrote is only in the history: it was screened, and read by no person. */
export function parcelReactedMail({
  order,
  event,
  publicUrl,
}: AboutOrder<EventData<'parcel-reacted'>>): MailText {
  const item = itemOf(order, event)
  return {
    subject: 'You got a reaction',
    preview: `The recipient of a parcel of your order ${order.orderNumber} sent you a reaction.`,
    parts: [
      ...(item === undefined ? [] : [`Inside was: ${contentOf(item.prankName, item.quantity)}.`]),
      { button: 'See the reaction', url: `${publicUrl}/dashboard?tab=history` },
      'Your secret is safe: the recipient learns only what you chose to show.',
    ],
  }
}

/** Reports that a person reviewed a parcel and refused to send it, with the reason and the refund. */
export function parcelRefusedMail({ order, event }: AboutOrder<EventData<'parcel-refused'>>): MailText {
  const { refundCents } = event
  const item = itemOf(order, event)
  return {
    subject: 'We cannot send your parcel',
    preview: `A person reviewed a parcel of your order ${order.orderNumber}, and we do not send it.`,
    parts: [
      {
        facts: [
          ['Reason', item?.refusedBecause ?? null],
          ['Inside', item === undefined ? null : contentOf(item.prankName, item.quantity)],
          ['Refund', refundCents > 0 ? `$${formatCents(refundCents)}` : null],
        ],
      },
      { button: 'See your order', url: order.url },
      ...(refundCents > 0
        ? ['The refund goes back to your card. Banks take 5 to 10 business days to show it.']
        : []),
      'If you think that we are wrong, please write to us on the support page.',
    ],
  }
}

/** Reports that a parcel came back and is sent again. */
export function parcelSentAgainMail({ order, event }: AboutOrder<EventData<'parcel-sent-again'>>): MailText {
  const item = itemOf(order, event)
  return {
    subject: 'Your parcel came back: we send it again',
    preview: `A parcel of your order ${order.orderNumber} came back to us. We send it again, at our expense.`,
    parts: [
      { button: 'See your order', url: order.url },
      ...(item === undefined ? [] : [`Inside: ${contentOf(item.prankName, item.quantity)}.`]),
      'It leaves within 24 hours, and you get a mail when it does. If the address is wrong, please write to us before that.',
    ],
  }
}
