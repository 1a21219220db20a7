import { z } from 'zod'
import { carriers } from './carrier.ts'
import { maxCartItems } from './constants.ts'
import { events } from './events.ts'
import { objectId, timestamp } from './primitives.ts'

/** Calls of fulfilment to order about parcels. Order decides. */

const presentParcels = events['order-parcels-changed'].data.pick({ parcelsRevision: true, parcels: true })

/**
 * order: POST /internal/orders/pack, from fulfilment before it prints documents of parcels: the orders become packed, in
 * one conditional write each, so that an order is either packed or cancelled. Idempotent.
 */
export const packRequest = z.object({ orderIds: z.array(objectId).min(1).max(500) })
/** 500 ids of 24 characters take 14 kB. */
export const packMaxBytes = 32_768
export const packAnswer = z.object({
  orders: z.array(
    z.object({
      orderId: objectId,
      orderNumber: z.string(),
      packed: z.boolean(),
      /** Why it cannot be packed, for the operator. */
      message: z.string().nullable(),
      /** The present state of its parcels. */
      ...presentParcels.shape,
    }),
  ),
})
export type PackAnswer = z.infer<typeof packAnswer>

/**
 * What an operator does with a parcel in the queue. `withdraw`, of fulfilment itself: a parcel of a plan that waits to be sent again
 * is not sent, because its address was listed, and is refunded.
 */
const parcelChange = z.object({
  parcelId: z.string().min(1).max(100),
  action: z.enum(['ship', 'track', 'hold', 'release', 'deliver', 'return', 'send-again', 'withdraw']),
  /** For `ship` and `track`. */
  carrier: z.enum(carriers).nullish(),
  trackingNumber: z.string().max(100).nullish(),
  /** For `release`: an operator who may see messages reviewed it. Without it, a parcel that waits for a review stays held. */
  isReviewed: z.boolean().optional(),
  /** For `hold`. */
  reason: z.string().max(200).optional(),
  /** For `deliver`: when it arrived. */
  at: timestamp.optional(),
})
export type ParcelChange = z.infer<typeof parcelChange>

/**
 * order: POST /internal/parcels/change, from fulfilment: changes of parcels in the queue. An order is named by its id, a
 * plan's month by its invoice, and knows only its shipped parcels. The changes of an order are one conditional write, so
 * a parcel is either sent or withdrawn. Idempotent.
 */
export const parcelChangesRequest = z.object({
  orders: z
    .array(
      z.object({
        orderId: objectId.nullable(),
        invoiceId: z.string().max(255).nullable(),
        changes: z.array(parcelChange).min(1).max(maxCartItems),
      }),
    )
    .min(1)
    .max(100),
})
export type ParcelChangesRequest = z.infer<typeof parcelChangesRequest>
/** 500 parcels with a tracking number of 100 characters each take 150 kB. */
export const parcelChangesMaxBytes = 262_144
/** The outcome for each change, and the present state of the parcels of one-time orders. `message`: why it was refused. */
export const parcelChangesAnswer = z.object({
  orders: z.array(
    z.object({
      orderId: objectId.nullable(),
      invoiceId: z.string().nullable(),
      results: z.array(
        z.object({
          parcelId: z.string(),
          outcome: z.enum(['changed', 'unchanged', 'refused']),
          message: z.string().nullable(),
        }),
      ),
      ...presentParcels.shape,
    }),
  ),
})
export type ParcelChangesAnswer = z.infer<typeof parcelChangesAnswer>

/**
 * order: POST /internal/parcels/refuse, from fulfilment: refuses a held parcel of a one-time order: it is withdrawn and
 * refunded. Answers as for a change. Idempotent.
 */
export const refuseParcelRequest = z.object({
  orderId: objectId,
  parcelId: z.string().min(1).max(100),
  reason: z.string().min(1).max(200),
})
export const refuseParcelAnswer = parcelChangesAnswer.shape.orders.element

/**
 * order: POST /internal/parcels/refund, from fulfilment: refunds a parcel that came back, of an order or of a plan's month, which is
 * named by its invoice. Answers as the refund of an order does. Idempotent: a parcel is refunded so once.
 */
export const refundParcelRequest = z.object({
  orderId: objectId.nullable(),
  invoiceId: z.string().max(255).nullable(),
  parcelId: z.string().min(1).max(100),
})
