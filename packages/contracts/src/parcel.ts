import { z } from 'zod'
import { carriers } from './carrier.ts'
import { adminListOf, adminListQuery, calendarDay, line, objectId, timestamp } from './primitives.ts'
import { screeningMatch } from './screening.ts'
import { trackingNumber } from './tracking-number.ts'

/**
 * The state of a parcel in the operator's queue. `label_printed` is not shipped. `held` while a dispute is open, or while an
 * operator holds it; `withdrawn` once it is not to be sent any more.
 */
export const parcelStates = [
  'to_pack',
  'label_printed',
  'shipped',
  'delivered',
  'returned',
  'held',
  'withdrawn',
] as const
export type ParcelState = (typeof parcelStates)[number]

export const parcelTypes = ['once', 'plan'] as const

/** Of a one-time order its number in the order, of a plan the month's shipment and the slot of its draw. */
export const parcelId = z.string().min(1).max(100)
export const parcelParams = z.object({ id: parcelId })

/** A parcel as operators see it. Nothing in it shows who paid: a packer may see all of it. */
export const queuedParcel = z.object({
  id: z.string(),
  state: z.enum(parcelStates),
  type: z.enum(parcelTypes),
  /** The reference on its label; null until it is printed. */
  reference: z.string().nullable(),
  prank: z.object({ id: z.string(), name: z.string(), image: z.string() }),
  quantity: z.int(),
  /** The address on its label. For a parcel of a plan null until its label is printed. */
  recipient: z
    .object({
      name: z.string(),
      address: z.string(),
      address2: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      zipCode: z.string(),
    })
    .nullable(),
  /** When it was paid, and until when it is to be shipped. */
  paidAt: timestamp,
  shipBy: timestamp,
  /** The day by which its customer wants it to arrive; null for as soon as possible. */
  arriveBy: calendarDay.nullish(),
  /** When its label was printed first, and how often. */
  printedAt: timestamp.nullable(),
  prints: z.int(),
  shippedAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  returnedAt: timestamp.nullable(),
  /** Why it is held: a sentence for the operator. */
  heldBecause: z.string().nullable(),
  /**
   * What a person has to review before it is sent, with the message in the parcel; null when nothing is left to review, and
   * for operators who may not see messages.
   */
  review: z.object({ matches: z.array(screeningMatch), message: z.string().nullable() }).nullish(),
  carrier: z.enum(carriers).nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.url().nullable(),
  /** The one-time order that it belongs to; null for a plan. */
  orderId: objectId.nullable(),
})
export type QueuedParcel = z.infer<typeof queuedParcel>
export const parcelList = adminListOf(queuedParcel)

/** Filters of the queue. `q` matches the beginnings of words of recipient, reference and tracking number. */
export const parcelFilters = z.object({
  status: z.enum(parcelStates).optional(),
  type: z.enum(parcelTypes).optional(),
  prank: objectId.optional(),
  /** The recipient's state, such as `CA`. */
  state: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** Only parcels to be shipped until the end of this day (UTC), or before this time. */
  shipBy: z.union([calendarDay, timestamp]).optional(),
  q: adminListQuery.shape.q,
})
/** Earliest promise first for parcels to be sent; latest first for those that left the queue. */
export const parcelQuery = parcelFilters.extend({
  limit: adminListQuery.shape.limit,
  cursor: z.string().max(200).optional(),
  sort: z.literal('shipBy').default('shipBy'),
})
export type ParcelQuery = z.output<typeof parcelQuery>

/** Body of POST /api/admin/parcels/labels and of the pick list. */
export const parcelIds = z.object({ ids: z.array(parcelId).min(1).max(500) })

/** How many of each prank the parcels need that are to be packed, by name. */
export const pickList = z.object({
  items: z.array(z.object({ prankId: z.string(), name: z.string(), quantity: z.int(), parcels: z.int() })),
})
export type PickList = z.infer<typeof pickList>

const tracking = { carrier: z.enum(carriers).nullish(), trackingNumber: trackingNumber.nullish() }

export const shipParcelsInput = z.object({
  parcels: z
    .array(z.object({ id: parcelId, ...tracking }))
    .min(1)
    .max(500),
})
/** The outcome for each parcel, in the requested order; `message` says why it failed. */
export const shipParcelsAnswer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(['shipped', 'already_shipped', 'failed']),
      message: z.string().nullable(),
    }),
  ),
})
export type ShipParcelsAnswer = z.infer<typeof shipParcelsAnswer>

/** Body of POST /api/admin/parcels/scan: what the scanner read, the reference on the label. */
export const scanInput = z.object({ code: line(100, 'Code'), ...tracking })
export const scanAnswer = z.object({
  outcome: z.enum(['shipped', 'already_shipped', 'refused']),
  message: z.string(),
  parcel: queuedParcel,
})
export type ScanAnswer = z.infer<typeof scanAnswer>

export const holdInput = z.object({ reason: line(200, 'Reason') })
/** `reason` is shown to the customer. */
export const refuseInput = z.object({ reason: line(200, 'Reason') })
export const deliveredInput = z.object({ at: timestamp.optional() })

/**
 * Body of POST /api/admin/parcels/import: a CSV file with a header. Columns: `reference`, and at least one of `tracking_number`
 * (with `carrier`, optional) and `delivered_at`, a time or a day (also `11/28/2026`), which counts until its end (UTC).
 */
export const importInput = z.object({ csv: z.string().min(1).max(1_000_000) })
/** One outcome for each line of the file; the header is line 1. */
export const importAnswer = z.object({
  results: z.array(
    z.object({
      line: z.int(),
      reference: z.string(),
      outcome: z.enum(['changed', 'unchanged', 'failed']),
      message: z.string().nullable(),
    }),
  ),
})
export type ImportAnswer = z.infer<typeof importAnswer>
