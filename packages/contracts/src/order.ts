import { z } from 'zod'
import { agreement } from './agreement.ts'
import { carriers } from './carrier.ts'
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
import { adminDispute, adminRefund } from './refund.ts'
import { historyReaction, historyReveal } from './reveal.ts'
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
  /** When name and address of the recipient were erased, some weeks after the delivery. */
  addressForgottenAt: timestamp.nullish(),
  reveal: historyReveal,
  reaction: historyReaction.nullable(),
  /** The day by which it is to arrive; null for as soon as possible. */
  arriveBy: calendarDay.nullish(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** When a parcel is expected: calendar days, both included. */
const deliveryRange = z.object({ from: calendarDay, to: calendarDay })

const tracking = z.object({
  status: z.enum(itemStatuses),
  trackingNumber: z.string().nullable(),
  carrier: z.enum(carriers).nullable(),
  /** The carrier's page for the number; null when the carrier is not known. */
  trackingUrl: z.url().nullable(),
  shippedAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  /** Null until it is paid, and once it is delivered or cancelled. */
  estimatedDelivery: deliveryRange.nullable(),
})

/** The kinds of entries in an order's timeline. */
export const timelineKinds = [
  'placed',
  'paid',
  'address-changed',
  'sent-again',
  'refused',
  'packed',
  'shipped',
  'delivered',
  'refund-requested',
  'refunded',
  'refund-failed',
  'cancelled',
  'payment-failed',
  'dispute-opened',
  'dispute-closed',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** An order as its customer sees it. For a plan's month the items are the parcels shipped so far. */
export const customerOrder = z.object({
  id: objectId,
  number: z.string(),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  createdAt: timestamp,
  paidAt: timestamp.nullable(),
  total: moneyString,
  /** The sum of refunds that are pending or succeeded. */
  refunded: moneyString,
  discountCode: z.string().nullable(),
  customMessage: z.string().nullable(),
  /** What the customer agreed to; for a plan's month the renewal terms. Null when none is stored. */
  agreement: agreement.nullable(),
  items: z.array(
    tracking.extend({
      id: z.string(),
      prankId: z.string(),
      prankName: z.string(),
      prankImage,
      quantity: z.int(),
      price: moneyString,
      contactId: z.string().nullable(),
      contactName: z.string(),
      contactAddress: z.string(),
      contactAddress2: z.string().nullable(),
      contactCity: z.string(),
      contactState: z.string(),
      contactZipCode: z.string(),
      /** When name and address were erased, some weeks after the delivery. */
      addressForgottenAt: timestamp.nullish(),
      /** The day by which it is to arrive; null for as soon as possible. */
      arriveBy: calendarDay.nullish(),
      /**
       * `pending` while a person reviews the parcel before it is packed, `refused` when it is not sent, with the reason and the
       * refund; null for all others. Never what was found.
       */
      review: z
        .object({
          state: z.enum(['pending', 'refused']),
          reason: z.string().nullable(),
          refunded: moneyString.nullable(),
        })
        .nullish(),
    }),
  ),
  /** Oldest first. `detail` is a sentence for the customer, or null. */
  timeline: z.array(z.object({ at: timestamp, what: z.enum(timelineKinds), detail: z.string().nullable() })),
  can: z.object({
    cancel: z.boolean(),
    /** Until when the customer may cancel; null for an order that is not paid, or for a plan's month. */
    cancelUntil: timestamp.nullable(),
    edit: z.boolean(),
  }),
})
export type CustomerOrder = z.infer<typeof customerOrder>

/** Path parameters of an item: of a one-time order its number, of a plan's month the parcel's id. */
export const itemParams = z.object({ id: objectId, itemId: z.string().min(1).max(100) })

/** Body of PATCH /api/orders/:id/items/:itemId: the corrected parts of the address; the result is checked as a whole. */
export const itemAddressPatch = z
  .object({
    contactName: postalAddress.shape.name,
    contactAddress: postalAddress.shape.address,
    contactAddress2: postalAddress.shape.address2,
    contactCity: postalAddress.shape.city,
    contactState: postalAddress.shape.state,
    contactZipCode: postalAddress.shape.zipCode,
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change')
export type ItemAddressPatch = z.output<typeof itemAddressPatch>

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

/** The order behind a link in a mail: without payer, message, street and names of targets. */
export const linkedOrder = z.object({
  number: z.string(),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  paidAt: timestamp.nullable(),
  items: z.array(
    tracking.extend({ prankName: z.string(), prankImage, quantity: z.int(), contactCity: z.string() }),
  ),
  expiresAt: timestamp,
})
export type LinkedOrder = z.infer<typeof linkedOrder>
export const orderLinkParams = z.object({ token: z.string().min(1).max(2_000) })

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
