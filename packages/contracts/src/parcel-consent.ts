import { z } from 'zod'
import { maxCartItems } from './constants.ts'
import { cannotDeliver } from './do-not-prank.ts'
import { calendarDay, objectId, stripeId, timestamp } from './primitives.ts'

/**
 * consent: what services ask before parcels are created. Consent alone has the key of the digests, so that no other service,
 * and no thief of its database, can find out whether an address is on the list. City and state are not needed: street,
 * unit and ZIP code determine an address.
 */
const place = z.object({
  address: z.string().max(500),
  address2: z.string().max(500).nullish(),
  zipCode: z.string().max(20),
})
export type PlaceToCheck = z.input<typeof place>

/** The digest of the house, of the digest of an address: `house:unit` with a unit, else `house`. */
export const houseOf = (digest: string): string => digest.split(':')[0] ?? digest

/** Whether an address is this one, or a unit of it: an address without a unit covers all its units. */
export const isWithin = (digest: string | null | undefined, address: string): boolean =>
  digest === address || (digest ?? '').startsWith(`${address}:`)

/** The same as a condition of a query. */
export const within = (address: string) => ({ $in: [address, new RegExp(`^${address}:`)] })

/** Why no parcel may be sent to an address at present. */
export const consentRefusal = z.discriminatedUnion('kind', [
  /**
   * It is on the do-not-prank list, or with `reportedCase` it is not, but that case about it is open. Customers read the same
   * for both: no sender learns of a report.
   */
  z.object({ kind: z.literal('blocked'), reportedCase: objectId.optional() }),
  /**
   * It gets enough parcels already; `from` is the first day on which one more may be ordered. Only with `isOwn` the sender's own
   * parcels are the cause: otherwise the day is not shown, because it says when others sent.
   */
  z.object({ kind: z.literal('full'), from: calendarDay, isOwn: z.boolean().optional() }),
  /** There are more for it in this order than one sender may send; `most` is that number. */
  z.object({ kind: z.literal('too-many'), most: z.int() }),
])
export type ConsentRefusal = z.infer<typeof consentRefusal>

const verdict = z.object({ digest: z.string(), refusal: consentRefusal.nullable() })

/**
 * POST /internal/addresses/check, from order, contact and fulfilment. It changes nothing but the count of refused targets of a
 * customer: 429 after too many.
 */
export const addressesCheck = z.object({
  /** Whose parcels they are; null for a guest. */
  senderId: objectId.nullable(),
  places: z.array(place).max(500),
  /** Whether all of them are for one order, so that several for one address are counted together. */
  isOneOrder: z.boolean(),
})
/** 500 addresses of 300 characters of up to 3 bytes. */
export const addressesCheckMaxBytes = 524_288
/** In the order of the places. */
export const addressesChecked = z.object({ verdicts: z.array(verdict) })

/**
 * POST /internal/parcels/hold, from order and fulfilment: the parcels of an order, or a parcel of a plan, take their places
 * among those that their addresses may get; all or none. A repeat takes nothing twice; a parcel with another address than
 * before takes a place there instead.
 */
export const parcelsHold = z.object({
  /** The order or the plan. */
  purchaseId: z.string().max(100),
  senderId: objectId.nullable(),
  parcels: z
    .array(
      place.extend({
        parcelId: z.string().min(1).max(100),
        /** Until when it is sent, if it is to arrive on a day: it counts until 30 days after that. */
        shipBy: timestamp.nullish(),
      }),
    )
    .min(1)
    .max(maxCartItems),
  /** An unpaid order keeps its places half an hour, or as long as its session can be paid. Paid parcels keep them 30 days. */
  paid: z.boolean(),
  sessionId: stripeId.nullish(),
})
export type ParcelsHold = z.input<typeof parcelsHold>
export const parcelsHoldMaxBytes = 131_072
/** In the order of the parcels; nothing is held if one of them has a refusal. */
export const parcelsHeld = addressesChecked.extend({
  /** Whether unpaid orders of the same sender hold places of these addresses. */
  hasOwnUnpaid: z.boolean(),
})

/** POST /internal/parcels/release, from order: an order that can no longer be paid. A repeat changes nothing. */
export const parcelsRelease = z.object({ purchaseId: z.string().max(100) })
export const parcelsReleased = z.object({ released: z.literal(true) })

/** GET /internal/do-not-prank-mails/:id, from notification: the mail with the code. Null when it is not needed any more. */
export const doNotPrankMail = z.object({ to: z.string(), code: z.string() }).nullable()

/** fulfilment: GET /internal/parcel-places?reference, from consent: where a parcel with this reference was sent. */
export const parcelPlaceQuery = z.object({ reference: z.string().max(40) })
export const parcelPlace = z.object({ place: place.nullable() })

/** fulfilment: GET /internal/slips?reference, from consent: what is in a parcel, and where it goes. Not who sent it. */
export const slipContent = z.object({
  slip: z
    .object({
      prankId: z.string(),
      prankName: z.string(),
      quantity: z.int(),
      /** Null once it was erased. */
      place: place.nullable(),
    })
    .nullable(),
})

/**
 * fulfilment: GET /internal/parcel-senders?reference, from consent, for the audited step of an operator: whose parcel it is.
 * Null when there is none.
 */
export const parcelSender = z.object({
  sender: z.object({ ownerId: objectId.nullable(), orderId: objectId.nullable() }).nullable(),
})

/** What a customer or an operator reads about a refusal. It does not say how many parcels others sent, and when. */
export function describeRefusal(name: string, refusal: ConsentRefusal): string {
  switch (refusal.kind) {
    case 'blocked':
      return cannotDeliver(name)
    case 'full':
      return `${name} cannot get more parcels at the moment. ${
        refusal.isOwn
          ? `You can order again from ${formatDay(refusal.from)}.`
          : 'Please choose another target.'
      }`
    case 'too-many':
      return `You can send at most ${refusal.most} parcels to ${name} within ${capDays} days. Please remove some of them.`
  }
}

/** The days in which the parcels to one address are counted. */
export const capDays = 30

const formatDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
