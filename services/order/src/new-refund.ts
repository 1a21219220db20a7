import { Types } from 'mongoose'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import type { Refund } from './refund.model.ts'

interface NewRefund {
  amountCents: number
  /** The items that it is for; their later refunds are smaller by what it took. */
  itemIds: string[]
  by: 'customer' | 'operator'
  reason: string | null
  at: Date
  key?: string | undefined
  bodyDigest?: string
}

/** A pending refund of an order. */
export const newRefund = (order: Order, { itemIds, key, ...refund }: NewRefund): Refund => ({
  ...refund,
  id: String(new Types.ObjectId()),
  status: 'pending',
  changedAt: refund.at,
  shares: sharesOf(order, itemIds, refund.amountCents),
  stripeRefundId: null,
  failureReason: null,
  resolvedAt: null,
  ...(key === undefined ? {} : { key }),
})

/** The price of the items minus what earlier refunds of the same items took. */
export const unrefundedCents = (order: Order, itemIds: string[]): number =>
  order.items
    .filter(({ id }) => itemIds.includes(id))
    .reduce((sum, item) => sum + unrefundedOf(order, item), 0)

function unrefundedOf({ refunds = [] }: Order, { id, priceCents, quantity }: OrderItem): number {
  const taken = refunds
    .filter(({ status }) => status !== 'failed')
    .flatMap(({ shares }) => shares)
    .filter(({ itemId }) => itemId === id)
    .reduce((sum, { cents }) => sum + cents, 0)
  return Math.max(0, priceCents * quantity - taken)
}

/** Distributes an amount over items, in their order, up to the price of each. More than that belongs to none of them. */
function sharesOf(order: Order, itemIds: string[], amountCents: number): Refund['shares'] {
  let left = amountCents
  return order.items
    .filter(({ id }) => itemIds.includes(id))
    .map((item) => {
      const cents = Math.min(left, unrefundedOf(order, item))
      left -= cents
      return { itemId: item.id, cents }
    })
    .filter(({ cents }) => cents > 0)
}
