import { formatCents } from '@prankpost/contracts'
import type { CsvColumns } from '@prankpost/service-kit'
import { type ListedOrder, oneLine } from './order.dto.ts'
import { orderNumber } from './order.model.ts'
import { refundedCents } from './refund.model.ts'

/** An order as a line of the operator's export. */
export const orderColumns: CsvColumns<ListedOrder> = {
  'Order number': ({ _id }) => orderNumber(_id),
  'Order id': ({ _id }) => String(_id),
  'Ordered at': ({ createdAt }) => createdAt.toISOString(),
  'Paid at': ({ paidAt }) => paidAt?.toISOString() ?? null,
  Type: ({ type }) => type,
  Status: ({ status }) => status,
  Total: ({ totalCents }) => formatCents(totalCents),
  Refunded: (order) => formatCents(refundedCents(order)),
  'Discount code': ({ discountCode }) => discountCode,
  'Customer name': ({ customer }) => customer.name,
  'Customer e-mail': ({ customer }) => customer.email,
  Items: ({ items }) =>
    items
      .map(({ quantity, prank, priceCents }) => `${quantity} x ${prank.name} (${formatCents(priceCents)})`)
      .join('; '),
  Targets: ({ items }) => each(items.map(({ contact }) => `${contact.name}, ${oneLine(contact)}`)),
  'Tracking numbers': ({ items }) => each(items.map(({ trackingNumber }) => trackingNumber)),
  Carriers: ({ items }) => each(items.map(({ carrier }) => carrier ?? null)),
  'Delivered at': ({ items }) => each(items.map(({ deliveredAt }) => deliveredAt?.toISOString() ?? null)),
  'Cancellation reason': ({ cancellation }) => cancellation?.reason ?? null,
  'Refund reasons': ({ refunds = [] }) => each(refunds.map(({ reason }) => reason)),
  Message: ({ customMessage }) => customMessage,
  'Payment id': ({ paymentIntentId }) => paymentIntentId,
  'Subscription id': ({ plan }) => plan?.stripeSubscriptionId ?? null,
}

/** Each distinct text once, in one cell. */
const each = (texts: (string | null)[]): string => [...new Set(texts.filter(Boolean))].join('; ')
