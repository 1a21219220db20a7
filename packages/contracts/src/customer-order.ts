import { z } from 'zod'
import { agreement } from './agreement.ts'
import { carriers } from './carrier.ts'
import { postalAddress } from './contact.ts'
import { moneyString } from './money.ts'
import { itemStatuses, orderStatuses, orderTypes } from './order.ts'
import { prankImage } from './prank.ts'
import { calendarDay, objectId, timestamp } from './primitives.ts'
import { historyReaction, historyReveal } from './reveal.ts'

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
