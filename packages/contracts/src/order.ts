import { z } from 'zod'
import { agreement } from './agreement.ts'
import { carriers } from './carrier.ts'
import { settableOrderStatuses } from './constants.ts'
import { moneyString } from './money.ts'
import { adminExportQuery, adminListOf, adminListQuery, objectId, timestamp } from './primitives.ts'
import { adminDispute, adminRefund } from './refund.ts'
import { screeningMatch } from './screening.ts'
import { trackingNumber } from './tracking-number.ts'

export { settableOrderStatuses } from './constants.ts'
export { parcelIdOf } from './parcel-id.ts'

export const orderStatuses = [
  'pending',
  'paid',
  'payment_failed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderTypes = ['once', 'monthly', 'subscription'] as const
export type OrderType = (typeof orderTypes)[number]

/**
 * Body of PATCH /api/admin/orders/:id/status. With the status that the operator has `seen`, an order that is further by now is not
 * moved back (409).
 */
export const updateStatusInput = z.object({
  status: z.enum(settableOrderStatuses),
  seen: z.enum(orderStatuses).optional(),
})

/** Body of POST /api/admin/orders/status: one status for the selected orders, and the statuses `seen`, by order id. */
export const updateStatusesInput = z.object({
  status: z.enum(settableOrderStatuses),
  orderIds: z.array(objectId).min(1).max(200),
  seen: z.record(objectId, z.enum(orderStatuses)).optional(),
})

/** The outcome for each selected order, in the requested order; `message` is the reason of a failure. */
export const updateStatusesAnswer = z.object({
  results: z.array(
    z.object({
      orderId: objectId,
      outcome: z.enum(['changed', 'unchanged', 'failed']),
      message: z.string().nullable(),
    }),
  ),
})
export type UpdateStatusesAnswer = z.infer<typeof updateStatusesAnswer>

/** The statuses of orders that wait for something: a payment, or to be sent. */
export const openOrderStatuses = ['pending', 'paid', 'processing', 'payment_failed'] as const

/** The orders that wait for something, by status, each counted up to `mostCounted`. */
export const orderStats = z.object({ openOrders: z.record(z.enum(openOrderStatuses), z.int()) })
export type OrderStats = z.infer<typeof orderStats>

/**
 * The state of a parcel. `waiting` until it is paid, then `preparing`; `packed` once its label or slip is printed or its
 * order is set to processing; `held` while a dispute is open, an operator holds it, or a
 * person reviews it; `cancelled` once it is withdrawn.
 */
export const itemStatuses = [
  'waiting',
  'preparing',
  'packed',
  'held',
  'shipped',
  'delivered',
  'cancelled',
] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** The address on an order; imported orders may be incomplete. */
const addressOnOrder = z.object({
  name: z.string(),
  address: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
})

/** An order as the operator sees it (specification, section 3, 'Order (admin)'). */
export const adminOrder = z.object({
  id: objectId,
  orderNumber: z.string(),
  createdAt: timestamp,
  totalAmount: moneyString,
  subscriptionType: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  stripePaymentIntentId: z.string().nullable(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customMessage: z.string().nullable(),
  discountCode: z.string().nullable(),
  user: z.object({ id: objectId, email: z.string(), stripeSubscriptionId: z.string().nullable() }).nullable(),
  /** The sum of refunds that are pending or succeeded. */
  refunded: moneyString,
  refunds: z.array(adminRefund),
  disputes: z.array(adminDispute),
  /** What the customer agreed to; for a plan's month the renewal terms. Null when none is stored. */
  agreement: agreement.nullable(),
  /** Why the operator or the customer cancelled it; null while it is not cancelled. */
  cancellation: z
    .object({ by: z.enum(['customer', 'operator']), reason: z.string().nullable(), at: timestamp })
    .nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      quantity: z.int(),
      price: moneyString,
      prank: z.object({ name: z.string(), description: z.string(), tier: z.string() }),
      contact: addressOnOrder,
      status: z.enum(itemStatuses),
      carrier: z.enum(carriers).nullable(),
      trackingNumber: z.string().nullable(),
      trackingUrl: z.url().nullable(),
      deliveredAt: timestamp.nullable(),
      /** When an operator decided last to send the parcel again, because it came back. */
      sentAgainAt: timestamp.nullable(),
      adminNotes: z.string().nullable(),
      /** What a person has to review before it is sent, and why an operator refused it. */
      review: z.array(screeningMatch).nullish(),
      refusedBecause: z.string().nullish(),
      /** The reference on the parcel's label and slip; null until one of them is created. Never shown to customers. */
      reference: z.string().nullable(),
    }),
  ),
  statusHistory: z.array(z.object({ status: z.enum(orderStatuses), at: timestamp, actor: z.string() })),
})
export type AdminOrder = z.infer<typeof adminOrder>
export const adminOrderList = adminListOf(adminOrder)

/** `exclude` omits orders that were never paid; it can be combined with the other filters. */
const unpaid = z.enum(['exclude']).optional()
export const adminOrderListQuery = adminListQuery.extend({ unpaid })
export const adminOrderExportQuery = adminExportQuery.extend({ unpaid })

/** Path parameters of an item: of a one-time order its number, of a plan's month the parcel's id. */
export const itemParams = z.object({ id: objectId, itemId: z.string().min(1).max(100) })

/** Body of PATCH /api/admin/orders/:id/items/:itemId. `trackingNumber: null` removes it. */
export const itemTrackingPatch = z
  .object({
    carrier: z.enum(carriers).nullable(),
    trackingNumber: trackingNumber.nullable(),
    delivered: z.boolean(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change')
export type ItemTrackingPatch = z.output<typeof itemTrackingPatch>
