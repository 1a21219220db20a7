import { z } from 'zod'
import { cents } from './money.ts'
import { orderStatuses } from './order.ts'
import { objectId, timestamp } from './primitives.ts'
import { disputeStatuses, refundStatuses } from './refund.ts'

/**
 * order: GET /internal/past-purchases: what reports need of every paid order, for a reader that rebuilds its figures.
 * No customer and no target is in it.
 */
export const purchase = z.object({
  /** The id of a one-time order, or the invoice of a plan's month. */
  id: z.string(),
  type: z.enum(['once', 'month']),
  paidAt: timestamp,
  totalCents: cents,
  discountCode: z.string().nullable(),
  discountCents: cents,
  /** What a one-time order contains. */
  items: z.array(z.object({ prankId: z.string(), name: z.string(), quantity: z.int(), cents })),
  /** The latest status of a one-time order; null for a month. */
  status: z.object({ to: z.enum(orderStatuses), at: timestamp }).nullable(),
  refunds: z.array(z.object({ id: z.string(), cents, status: z.enum(refundStatuses), at: timestamp })),
  disputes: z.array(
    z.object({
      ...{ id: z.string(), cents, status: z.enum(disputeStatuses), at: timestamp },
      /** Missing in the answer of an earlier version. */
      closedAt: timestamp.nullable().optional(),
    }),
  ),
  /** The parcels that were shipped. */
  parcels: z.array(
    z.object({
      id: z.string(),
      prankId: z.string(),
      name: z.string(),
      quantity: z.int(),
      shippedAt: timestamp,
    }),
  ),
})
export type Purchase = z.infer<typeof purchase>
export const pastPurchases = z.object({ purchases: z.array(purchase), nextCursor: objectId.nullable() })
export type PastPurchases = z.infer<typeof pastPurchases>
