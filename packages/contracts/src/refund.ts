import { z } from 'zod'
import { cents, moneyInput, moneyString } from './money.ts'
import { objectId, paragraph, timestamp } from './primitives.ts'

/** `pending` until Stripe confirms it; `failed` is a task for the operator. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** `open` holds unsent parcels; `won` releases them; `lost` withdraws them. */
export const disputeStatuses = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/**
 * A refund that order decided: the event refund-requested, and the body of payment's POST /internal/refunds. Both run the
 * same use case; `refundId` is the idempotency key, also at Stripe. `planId` and `invoiceId` are set for a plan's month,
 * `orderId` for a one-time order.
 */
export const refundRequest = z.object({
  refundId: objectId,
  orderId: objectId.nullable(),
  planId: objectId.nullable(),
  invoiceId: z.string().max(255).nullable(),
  paymentIntentId: z.string().max(255),
  amountCents: cents,
  by: z.enum(['customer', 'operator']),
  at: timestamp,
})
export type RefundRequest = z.infer<typeof refundRequest>

/** The answer of payment's POST /internal/refunds. */
export const refundState = z.object({
  status: z.enum(refundStatuses),
  stripeRefundId: z.string().nullable(),
  failureReason: z.string().nullable(),
})
export type RefundState = z.infer<typeof refundState>

const reason = paragraph(500, 'The reason')

/**
 * Body of POST /api/admin/orders/:id/refunds. Without `amount`: the price of `itemIds`, or everything that is left.
 * `ifReturned`: only while these items are parcels that came back, so that one which is sent again meanwhile is not refunded.
 * `withdraw` also removes the unsent parcels of these items (of all items without `itemIds`) from the queue.
 */
export const refundInput = z.object({
  amount: moneyInput.optional(),
  itemIds: z.array(z.string().min(1).max(100)).min(1).max(50).optional(),
  reason,
  withdraw: z.boolean().default(false),
  ifReturned: z.literal(true).optional(),
})
export const refundAnswer = z.object({
  refundId: objectId,
  amount: moneyString,
  status: z.enum(refundStatuses),
})

/** Body of POST /api/admin/orders/:id/cancel. */
export const cancelInput = z.object({ reason })
/** The answer to a cancellation, by the customer or by the operator. A repeated call returns the same. */
export const cancelAnswer = z.object({
  message: z.string(),
  refund: z.object({ amount: moneyString, status: z.enum(refundStatuses) }),
})
export type CancelAnswer = z.infer<typeof cancelAnswer>

/** A refund as the operator sees it. `by` is `stripe` when it was made in the Stripe dashboard. */
export const adminRefund = z.object({
  id: z.string(),
  amount: moneyString,
  status: z.enum(refundStatuses),
  reason: z.string().nullable(),
  by: z.enum(['customer', 'operator', 'stripe']),
  at: timestamp,
  failureReason: z.string().nullable(),
  /** When the operator marked a failed refund as handled. */
  resolvedAt: timestamp.nullable(),
})

/** A dispute as the operator sees it. */
export const adminDispute = z.object({
  id: z.string(),
  status: z.enum(disputeStatuses),
  reason: z.string(),
  amount: moneyString,
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
})

/** Body of PATCH /api/admin/orders/:id/refunds/:refundId. */
export const resolveRefundInput = z.object({ resolved: z.literal(true) })

/** What needs the operator: failed refunds that are not handled, and open disputes, oldest first; at most 50. */
export const orderTasks = z.object({
  items: z.array(
    z.object({
      kind: z.enum(['refund-failed', 'dispute-open']),
      orderId: objectId,
      orderNumber: z.string(),
      amount: moneyString,
      at: timestamp,
      /** Stripe's reason. */
      detail: z.string().nullable(),
    }),
  ),
  total: z.int(),
})
export type OrderTasks = z.infer<typeof orderTasks>
