import type { ItemStatus, OrderStatus } from '@prankpost/contracts/order'
import { Badge, type BadgeTone } from './badge.tsx'

type Look = { label: string; tone: BadgeTone }

const orderLooks: Record<OrderStatus, Look> = {
  pending: { label: 'Pending', tone: 'grey' },
  paid: { label: 'Paid', tone: 'green' },
  processing: { label: 'Processing', tone: 'grey' },
  shipped: { label: 'Shipped', tone: 'blue' },
  delivered: { label: 'Delivered', tone: 'purple' },
  payment_failed: { label: 'Payment Failed', tone: 'red' },
  cancelled: { label: 'Cancelled', tone: 'red' },
}

const parcelLooks: Record<ItemStatus, Look> = {
  waiting: { label: 'Waiting for payment', tone: 'grey' },
  preparing: { label: 'Preparing', tone: 'green' },
  packed: { label: 'Packed', tone: 'grey' },
  held: { label: 'On hold', tone: 'red' },
  shipped: { label: 'Shipped', tone: 'blue' },
  delivered: { label: 'Delivered', tone: 'purple' },
  cancelled: { label: 'Cancelled', tone: 'red' },
}

/** The status of an order, in the colours of the specification (section 2, History). */
export function OrderBadge({ status }: { status: OrderStatus }) {
  return <Look look={orderLooks[status]} status={status} />
}

/** Of a parcel that a person reviews, or refused to send. */
const reviewLooks: Record<'pending' | 'refused', Look> = {
  pending: { label: 'In review', tone: 'grey' },
  refused: { label: 'Refused', tone: 'red' },
}

/** The status of one parcel. */
export function ParcelBadge({
  status,
  review,
}: {
  status: ItemStatus
  review?: keyof typeof reviewLooks | undefined
}) {
  return <Look look={review === undefined ? parcelLooks[status] : reviewLooks[review]} status={status} />
}

/** A status of a newer server is shown as it is. */
function Look({ look, status }: { look: Look | undefined; status: string }) {
  return <Badge tone={look?.tone ?? 'grey'}>{look?.label ?? status}</Badge>
}
