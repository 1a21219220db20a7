import { z } from 'zod'
import { carriers } from './carrier.ts'
import { maxCartItems } from './constants.ts'
import { address, ownerId, parcel, parcelId, text } from './event-payload.ts'
import { cents } from './money.ts'
import { orderStatuses, orderTypes } from './order.ts'
import { calendarDay, objectId, timestamp } from './primitives.ts'
import { refundRequest } from './refund.ts'
import { screeningMatch } from './screening.ts'

/** Which order it is about, and whose it is; null for a guest. */
const aboutOrder = z.object({ orderId: objectId, ownerId: ownerId.nullable() })

const aboutParcel = aboutOrder.extend({ parcelId })

/** By which day it is to arrive, and until when it is shipped for that; null for as soon as possible. Earlier events do not say it. */
const planned = { arriveBy: calendarDay.nullish(), shipBy: timestamp.nullish() }

/** The parcels of a one-time order as the order knows them; a higher `parcelsRevision` replaces a lower one. */
const orderParcels = z.object({
  parcelsRevision: z.int().min(0),
  /** When the order was paid. Events of earlier versions, and those about imported orders, do not say it. */
  paidAt: timestamp.optional(),
  parcels: z
    .array(
      z.object({
        parcelId,
        contact: address,
        isWithdrawn: z.boolean(),
        /** Since when. Events of earlier versions do not say it. */
        withdrawnAt: timestamp.nullish(),
        /** What it contains. Events of earlier versions do not say it. */
        prankId: z.string().optional(),
        quantity: z.int().optional(),
        /** What operators did with it in the parcel queue. Events of earlier versions do not say it. */
        shippedAt: timestamp.nullish(),
        carrier: z.enum(carriers).nullish(),
        trackingNumber: z.string().nullish(),
        heldBecause: z.string().nullish(),
        /** What a person has to review before it is sent; null when nothing is left to review. */
        review: z.array(screeningMatch).nullish(),
        returnedAt: timestamp.nullish(),
        /** When an operator decided last to send it again; it is unsent from then until `shippedAt`. */
        sentAgainAt: timestamp.nullish(),
        ...planned,
      }),
    )
    .max(maxCartItems),
})

export const orderEvents = {
  'order-paid': {
    about: 'A one-time order was paid. Emitted once for each order.',
    owner: 'order',
    readers: [
      'catalog',
      'fulfilment',
      'achievement',
      'subscription-logs',
      'reporting',
      'consent',
      'notification',
    ],
    data: aboutOrder.extend({
      items: z.array(
        parcel.extend({
          priceCents: cents,
          /** Set for a parcel that a person reviews first. Events of earlier versions do not say it. */
          heldBecause: z.string().nullish(),
          review: z.array(screeningMatch).nullish(),
          ...planned,
        }),
      ),
      /** Of the state of the parcels; absent for 0. */
      parcelsRevision: z.int().min(0).optional(),
      totalCents: cents,
      /** The code, and what it took off the list prices. Events of earlier versions do not say it. */
      discountCode: text.nullish(),
      discountCents: cents.nullish(),
      customMessage: z.string().nullable(),
      paidAt: timestamp,
    }),
  },
  'order-recovered': {
    about:
      "A guest's order was assigned to the customer who owns its e-mail address. Emitted once for each order.",
    owner: 'order',
    readers: ['achievement', 'fulfilment'],
    data: z.object({
      orderId: objectId,
      ownerId,
      /** Those that count for the customer. None when the account is deleted: the event then contains no address. */
      items: z.array(parcel.extend({ priceCents: cents })),
      paidAt: timestamp,
      /** Whether order-paid was emitted before, so that there is a shipment. Events of earlier versions do not say it. */
      isAnnounced: z.boolean().optional(),
    }),
  },
  'refund-requested': {
    about:
      'The customer or the operator decided that an amount is to be refunded. Emitted once for each refund.',
    owner: 'order',
    readers: ['payment', 'reporting'],
    data: refundRequest,
  },
  'order-parcels-changed': {
    about:
      'An address of a one-time order was corrected, parcels were withdrawn before they were sent, or an operator shipped, held, released, refused, took back or sent again a parcel in the queue, or entered or removed the tracking number of a sent one. Contains the present state of all its parcels.',
    owner: 'order',
    readers: ['catalog', 'fulfilment', 'consent'],
    /** Whose order it is; null for a guest. Events of earlier versions do not say it. */
    data: orderParcels.extend({ orderId: objectId, ownerId: ownerId.nullable().optional(), at: timestamp }),
  },
  'order-cancelled': {
    about:
      'The customer or the operator cancelled a one-time order. Emitted once for each order, and once more when a parcel of it that was sent came back, was to be sent again, and was cancelled instead.',
    owner: 'order',
    readers: ['notification'],
    data: aboutOrder.extend({
      by: z.enum(['customer', 'operator']),
      refundCents: cents,
      at: timestamp,
    }),
  },
  'parcel-delivered': {
    about:
      'A parcel arrived. Emitted once for each parcel, and once more when it came back and was sent again, was reported as returned by mistake, or its delivery was taken back, or reported again after that. The newest counts.',
    owner: 'order',
    readers: ['notification', 'fulfilment'],
    data: aboutParcel.extend({
      deliveredAt: timestamp,
      /** When order reported it. Events of earlier versions do not say it. */
      at: timestamp.optional(),
      /** An earlier event reported the delivery: the customer gets no second mail. */
      wasReported: z.boolean().optional(),
      /** The operator took this delivery back: the parcel is on its way. */
      isTakenBack: z.boolean().optional(),
    }),
  },
  'parcel-reacted': {
    about:
      'The recipient of a parcel answered its sender with an emoji and perhaps a message, which no event contains. Emitted once for each parcel.',
    owner: 'order',
    readers: ['notification'],
    data: aboutParcel.extend({ at: timestamp }),
  },
  'parcel-refused': {
    about:
      'An operator refused to send a parcel that was held: it was withdrawn, and what was paid for it is refunded. Emitted once for each parcel.',
    owner: 'order',
    readers: ['notification'],
    data: aboutParcel.extend({ refundCents: cents, at: timestamp }),
  },
  'parcel-sent-again': {
    about:
      'A parcel came back, and an operator decided to send it again. No money moves. Fulfilment applies it to a parcel of a plan; those of one-time orders are also in order-parcels-changed.',
    owner: 'order',
    readers: ['notification', 'fulfilment', 'consent'],
    data: aboutParcel.extend({ at: timestamp }),
  },
  'parcel-tracking-changed': {
    about:
      'An operator entered, changed or removed the tracking number, or the carrier, of a sent parcel of a plan. Those of one-time orders are in order-parcels-changed. The newest counts.',
    owner: 'order',
    readers: ['fulfilment'],
    data: z.object({
      orderId: objectId,
      ownerId: ownerId.nullable(),
      parcelId: z.string().max(100),
      carrier: z.enum(carriers).nullable(),
      trackingNumber: z.string().nullable(),
      at: timestamp,
    }),
  },
  'order-status-changed': {
    about: 'The status of an order changed after payment. `actor` is `admin`, `customer` or a service.',
    owner: 'order',
    readers: ['catalog', 'fulfilment', 'reporting', 'consent'],
    data: aboutOrder.extend({
      type: z.enum(orderTypes),
      from: z.enum(orderStatuses),
      to: z.enum(orderStatuses),
      actor: text,
      at: timestamp,
      /** For one-time orders; events of earlier versions do not have it. */
      current: orderParcels.optional(),
    }),
  },
} as const
