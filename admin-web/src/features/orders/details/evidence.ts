import type { AdminOrder } from '@prankpost/contracts/order'

/**
 * The evidence against a dispute, as plain text for the Stripe dashboard: the order, what the customer agreed to, and its
 * parcels with town and ZIP. It contains neither a target's name nor a street.
 */
export function evidenceOf(order: AdminOrder): string {
  const { orderNumber, createdAt, totalAmount, customerName, customerEmail, items } = order
  const customer = [customerName, customerEmail].filter(Boolean).join(', ')
  return [
    `Order ${orderNumber}, ${utc(createdAt)}, $${totalAmount}.`,
    ...(customer ? [`Customer: ${customer}.`] : []),
    agreementOf(order),
    ...items.map(parcelOf),
  ].join('\n')
}

function agreementOf({ agreement }: AdminOrder): string {
  if (!agreement) return 'What the customer agreed to is not stored for this order.'
  const { wording, version, price, interval, agreedAt } = agreement
  const charged =
    price === null ? '' : ` Price shown: $${price}${interval === null ? '' : ` every ${interval}`}.`
  return `Agreed on ${utc(agreedAt)}, terms of ${version}: "${wording}"${charged}`
}

function parcelOf({
  quantity,
  prank,
  contact: { city, state, zipCode },
  status,
  carrier,
  trackingNumber,
  deliveredAt,
}: AdminOrder['items'][number]) {
  const tracking = trackingNumber
    ? `, tracking number ${[carrier, trackingNumber].filter(Boolean).join(' ')}`
    : ''
  const town = [city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', ')
  const delivered = deliveredAt ? ` on ${utc(deliveredAt)}` : ''
  return `Parcel: ${quantity} x ${prank.name}${town && ` to ${town}`}, ${status}${delivered}${tracking}.`
}

/** In UTC, because the bank is in another time zone than the operator. */
const utc = (time: string) => new Date(time).toUTCString()
