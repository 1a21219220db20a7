import { z } from 'zod'
import { prankImage } from './prank.ts'
import { objectId, timestamp } from './primitives.ts'

/** Texts that an owner has checked before: events only bound them. */
export const text = z.string().max(500)

export const customer = z.object({ email: text, firstName: text, lastName: text })

export const address = z.object({
  name: text,
  address: text,
  /** Events of earlier versions do not have it. */
  address2: text.nullish(),
  city: text,
  state: text,
  zipCode: text,
})

export const prankOnOrder = z.object({
  id: z.string(),
  name: text,
  description: z.string().max(2000),
  tier: text,
  image: prankImage,
})

/** The customer whom it belongs to. */
export const ownerId = objectId

/** The id of one of Stripe's objects, as Stripe or the owner reported it. */
export const stripeReference = z.string().max(255)

export const parcelId = z.string().max(100)

/** Pranks of a plan's month. */
export const prankCount = z.int().min(1).max(5)

/** One paid month of a plan. The invoice id is its key, regardless of who reports it. */
export const paidMonth = z.object({
  invoiceId: stripeReference,
  paymentIntentId: stripeReference.nullable(),
  periodStart: timestamp,
  periodEnd: timestamp,
  paidAt: timestamp,
})

/** A plan, here and at Stripe. */
export const plan = z.object({ planId: objectId, stripeSubscriptionId: stripeReference })

/** A parcel with its address. */
export const parcel = z.object({
  parcelId,
  prank: prankOnOrder,
  contactId: z.string().max(100).nullable(),
  contact: address,
  quantity: z.int().min(1).max(10),
})
