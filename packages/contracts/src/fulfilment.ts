import { z } from 'zod'
import { isReference, referenceRefusal } from './constants.ts'
import { objectId, paragraph, stripeId, timestamp } from './primitives.ts'

const trackingNumber = z
  .string()
  .trim()
  .max(100, 'Tracking number must be at most 100 characters')
  .regex(/^[\x20-\x7e]*$/, 'Tracking number contains characters that cannot be used')
  .refine((number) => !isReference(number), referenceRefusal)

/**
 * Body of POST /api/admin/ship-subscription-prank: one parcel of a plan. With an `idempotencyKey`, repeating the call
 * returns the same parcel and ships nothing more. With an `invoiceId` it is only for that paid month: if nothing of it is due
 * any more, the call is refused with 409. Without one it is for the oldest month with a due parcel.
 */
export const shipPrankInput = z.object({
  stripeSubscriptionId: stripeId,
  userId: objectId,
  prankId: objectId,
  contactId: objectId,
  quantity: z.literal(1, 'A parcel of a plan holds one prank').default(1),
  adminNotes: paragraph(2_000, 'Admin Notes', 0).nullish(),
  trackingNumber: trackingNumber.nullish(),
  idempotencyKey: z.uuid().optional(),
  invoiceId: stripeId.optional(),
})
export type ShipPrankInput = z.infer<typeof shipPrankInput>

/** `shipmentId` identifies the shipment of the paid month, `parcelId` this parcel. */
export const shipPrankAnswer = z.object({
  shipmentId: objectId,
  parcelId: z.string(),
  parcelsShipped: z.int(),
  parcelsTotal: z.int(),
})
export type ShipPrankAnswer = z.infer<typeof shipPrankAnswer>

/** The pranks sent to a customer's targets in the last 6 months, newest first, so that a new draw does not repeat them. */
export const sentPranks = z.array(
  z.object({ contactId: z.string(), prankId: z.string(), shippedAt: timestamp }),
)
export type SentPranks = z.infer<typeof sentPranks>

/** Body of POST /api/admin/parcel-documents: a PDF with a page for each parcel, in the requested order. */
export const parcelDocumentsInput = z.object({
  kind: z.enum(['labels', 'slips']),
  parcelIds: z.array(z.string().min(1).max(100)).min(1).max(500),
})
export type ParcelDocumentsInput = z.infer<typeof parcelDocumentsInput>

/** Parcel statistics, compared with the promise to ship within 24 hours after payment. */
export const shipmentStats = z.object({
  /** Parcels that are paid and not shipped, without those that are held. */
  parcelsDue: z.int(),
  /** Due parcels whose promised time has passed. */
  parcelsOverdue: z.int(),
  /** Parcels that an operator or a review holds until they are released. */
  parcelsHeld: z.int(),
  /** At most 20 overdue shipments, longest overdue first. */
  overdue: z.array(
    z.object({
      shipmentId: objectId,
      /** The one-time order; null for a plan's month. */
      orderId: objectId.nullable(),
      stripeSubscriptionId: z.string().nullable(),
      parcelsDue: z.int(),
      /** The payment, the decision to send it again, or 24 hours before the ship-by date: the promised 24 hours begin then. */
      dueSince: timestamp,
    }),
  ),
})
export type ShipmentStats = z.infer<typeof shipmentStats>
