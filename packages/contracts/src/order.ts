import { z } from 'zod'
import { maxCustomMessageLength, settableOrderStatuses } from './constants.ts'
import { postalAddress } from './contact.ts'
import { moneyString } from './money.ts'
import { prankImage } from './prank.ts'
import {
  adminExportQuery,
  adminListOf,
  adminListQuery,
  calendarDay,
  line,
  objectId,
  paragraph,
  timestamp,
} from './primitives.ts'

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

export const updateStatusInput = z.object({ status: z.enum(settableOrderStatuses) })

/** Body of POST /api/admin/orders/status: one status for the selected orders. */
export const updateStatusesInput = updateStatusInput.extend({
  orderIds: z.array(objectId).min(1).max(200),
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

/** Order statistics: revenue by day of payment (UTC, including days without any), and all orders by status. */
export const orderStats = z.object({
  revenueByDay: z.array(z.object({ day: calendarDay, revenue: moneyString, orders: z.int() })),
  ordersByStatus: z.record(z.enum(orderStatuses), z.int()),
})
export type OrderStats = z.infer<typeof orderStats>

/** The address on an order; imported orders may be incomplete. */
const addressOnOrder = z.object({
  name: z.string(),
  address: z.string(),
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
  items: z.array(
    z.object({
      id: z.string(),
      quantity: z.int(),
      price: moneyString,
      prank: z.object({ name: z.string(), description: z.string(), tier: z.string() }),
      contact: addressOnOrder,
      trackingNumber: z.string().nullable(),
      adminNotes: z.string().nullable(),
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

/** One line of the customer's history (specification, section 3, 'Prank history entry'). */
export const historyEntry = z.object({
  id: z.string(),
  orderId: objectId,
  orderNumber: z.string(),
  prankName: z.string(),
  prankImageUrl: prankImage,
  prankDescription: z.string(),
  status: z.enum(orderStatuses),
  contactName: z.string(),
  contactAddress: z.string(),
  sentDate: timestamp,
  quantity: z.int(),
  price: moneyString,
  estimatedDelivery: timestamp.nullable(),
  trackingNumber: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const migrateGuestOrdersAnswer = z.object({ message: z.string(), migrated: z.int() })

/** One order of another shop, as imported from a JSON file. */
export const importedOrder = z.object({
  externalId: z.string().trim().min(1).max(100),
  customerEmail: z.string().trim().toLowerCase().pipe(z.email()),
  customerName: line(200, 'Customer name', 0).nullish(),
  status: z.enum(['paid', 'processing', 'shipped', 'delivered']),
  paidAt: timestamp,
  customMessage: paragraph(maxCustomMessageLength, 'Custom message', 0).nullish(),
  paymentReference: z.string().trim().max(255).nullish(),
  items: z
    .array(
      z.object({
        prankName: line(100, 'Prank name'),
        quantity: z.int().min(1).max(10).default(1),
        price: z.string().regex(/^\d{1,5}\.\d{2}$/, 'must be an amount such as "4.99"'),
        // Other shops may have less data: missing parts are shown as 'Details not available'.
        contact: postalAddress.partial().required({ name: true }),
      }),
    )
    .min(1)
    .max(50),
})
export type ImportedOrder = z.infer<typeof importedOrder>
export const importFile = z.array(importedOrder).min(1).max(100_000)
