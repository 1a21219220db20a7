import { z } from 'zod'
import { carriers } from './carrier.ts'
import { maxCartItems } from './constants.ts'
import { ownerId, parcel, parcelId, stripeReference } from './event-payload.ts'
import { parcelReference } from './parcel-reference.ts'
import { objectId, timestamp } from './primitives.ts'

export const fulfilmentEvents = {
  'plan-month-withdrawn': {
    about:
      'Parcels of a paid month of a plan are not sent any more, because the plan ended, or because its customer chose to have them sent and then deleted the account. Emitted once for each month; order refunds their share.',
    owner: 'fulfilment',
    readers: ['order'],
    data: z.object({
      subscriptionId: objectId,
      ownerId,
      invoiceId: stripeReference,
      unsent: z.int().min(1),
      parcelsTotal: z.int().min(1),
      at: timestamp,
    }),
  },
  'parcel-references-drawn': {
    about:
      'Parcels of a one-time order (`orderId`) or of a month (`invoiceId`) got the references that their documents show. A slot of a month that is drawn again after its label was printed gets another one: the latest counts. When the form ships a slot as it was printed, its parcel takes over the reference.',
    owner: 'fulfilment',
    readers: ['order'],
    // It contains no owner, because nothing in it is about a person.
    data: z.object({
      shipmentId: objectId,
      orderId: objectId.nullable(),
      invoiceId: stripeReference.nullable(),
      references: z
        .array(z.object({ parcelId, reference: parcelReference }))
        .min(1)
        .max(maxCartItems),
    }),
  },
  'prank-shipped': {
    about: "A parcel of a one-time order (`orderId`) or of a plan's month (`invoiceId`) was shipped.",
    owner: 'fulfilment',
    readers: [
      'order',
      'subscription',
      'achievement',
      'subscription-logs',
      'reporting',
      'consent',
      'notification',
    ],
    data: parcel.extend({
      shipmentId: objectId,
      ownerId: ownerId.nullable(),
      orderId: objectId.nullable(),
      subscriptionId: objectId.nullable(),
      stripeSubscriptionId: stripeReference.nullable(),
      invoiceId: stripeReference.nullable(),
      /** The parcels of this shipment that were sent so far, including this one and those that came back, and its total. */
      parcelsShipped: z.int().min(1),
      parcelsTotal: z.int().min(1),
      /** Null when it is not known; events of earlier versions do not have it. */
      carrier: z.enum(carriers).nullish(),
      trackingNumber: z.string().max(100).nullable(),
      adminNotes: z.string().max(2000).nullable(),
      shippedAt: timestamp,
    }),
  },
} as const
