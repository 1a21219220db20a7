import type { Carrier } from '@prankpost/contracts/carrier'
import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import type { ItemStatus } from '@prankpost/contracts/order'
import { type Guard, nullable, shape, text } from '@prankpost/web-kit'

/** Where a parcel is, in the answers about orders. */
export type Tracking = Pick<
  CustomerOrder['items'][number],
  'status' | 'trackingNumber' | 'carrier' | 'trackingUrl' | 'shippedAt' | 'deliveredAt' | 'estimatedDelivery'
> &
  Partial<Pick<CustomerOrder['items'][number], 'arriveBy'>>

/** The guards of a parcel's tracking. A status of a newer server is accepted, and shown as it is. */
export const trackingFields = {
  status: text as Guard<string> as Guard<ItemStatus>,
  trackingNumber: nullable(text),
  carrier: nullable(text as Guard<string> as Guard<Carrier>),
  trackingUrl: nullable(text),
  shippedAt: nullable(text),
  deliveredAt: nullable(text),
  estimatedDelivery: nullable(shape<{ from: string; to: string }>({ from: text, to: text })),
}
