import { z } from 'zod'
import { discountKinds, maxCartItems } from './constants.ts'
import { contact, postalAddress } from './contact.ts'
import { events } from './events.ts'
import { cents } from './money.ts'
import { operatorMe } from './operator.ts'
import { objectId, stripeId, timestamp } from './primitives.ts'
import { shopState } from './shop.ts'
import { publishedText } from './text.ts'

/** Calls between services: `/internal/...`, signed, never routed by the gateway. */

/** payment: POST /internal/order-sessions. Returns the same session for an order while it is open. */
export const orderSessionRequest = z.object({
  orderId: objectId,
  ownerId: objectId,
  customerEmail: z.string(),
  amountCents: cents,
  lines: z
    .array(z.object({ name: z.string().max(300), quantity: z.int().min(1).max(10), unitCents: cents }))
    .min(1)
    .max(50),
})
/** The largest body: 50 lines with names of 300 characters of up to 3 bytes take 50 kB. */
export const orderSessionMaxBytes = 65_536
export type OrderSessionRequest = z.infer<typeof orderSessionRequest>

/** payment: POST /internal/plan-sessions. */
export const planSessionRequest = z.object({
  planId: objectId,
  ownerId: objectId,
  customer: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }),
  prankCount: z.int().min(1).max(5),
  /** The total price per month. */
  amountCents: cents,
})
export type PlanSessionRequest = z.infer<typeof planSessionRequest>

export const sessionCreated = z.object({ sessionId: z.string(), url: z.string() })
export type SessionCreated = z.infer<typeof sessionCreated>

/** payment: POST /internal/plans/:planId/cancel. Idempotent. */
export const planCancelled = z.object({
  cancelled: z.literal(true),
  alreadyCancelled: z.boolean(),
  endedAt: timestamp,
  endedBy: z.enum(['customer', 'stripe']),
})
export type PlanCancelled = z.infer<typeof planCancelled>

/**
 * payment: POST /internal/plans/:planId/close-session: closes the payment session, so that the plan can no longer be
 * paid. `closed` is false when it was paid, or may still be paid. Idempotent.
 */
export const sessionClosed = z.object({ closed: z.boolean() })

/**
 * payment: POST /internal/orders/:orderId/remove-unpaid: ensures that the order can no longer be paid, and removes
 * payment's record of it. `removed` is false when it was paid, or may still be paid. Idempotent.
 */
export const removeUnpaidRequest = z.object({
  /** The session that the order has recorded. Payment asks Stripe about it if it does not know the session. */
  sessionId: stripeId.nullable(),
})
export const unpaidRemoved = z.object({ removed: z.boolean() })

/** catalog: GET /internal/shop. The settings of the shop, and the current versions of its texts. */
export const internalShop = z.object({ shop: shopState, texts: z.array(publishedText) })

/** contact: GET /internal/contacts?ownerId&ids (comma-separated, at most 50): the contacts that belong to the owner. */
export const ownedContactsQuery = z.object({
  ownerId: objectId,
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(objectId).min(1).max(50)),
})
export const ownedContacts = z.array(contact)

/**
 * contact: GET /internal/draw-targets?ownerId, from fulfilment: the whole address book of a customer, at most 500 targets,
 * for the draw of a plan. Without streets: the address of a parcel is read when it is shipped.
 */
export const drawTargetsQuery = z.object({ ownerId: objectId })
export const drawTargets = z.array(
  z.object({
    id: objectId,
    name: z.string(),
    city: z.string(),
    state: z.string(),
    /** Consent's digest of the address; an earlier version of contact does not say this and the next. */
    digest: z.string().optional(),
    /** Whether a parcel may be sent there at present. */
    mayGet: z.boolean().default(true),
  }),
)
export type DrawTarget = z.infer<typeof drawTargets>[number]

/**
 * contact: POST /internal/address-checks, from order: whether the post knows this address (which has no name). `unknown`:
 * no address service is configured, or it gave no answer; the address is accepted.
 */
export const addressCheckRequest = postalAddress.omit({ name: true })
export type AddressToCheck = z.infer<typeof addressCheckRequest>
export const addressCheckAnswer = z.discriminatedUnion('result', [
  z.object({ result: z.literal('deliverable') }),
  /** `message` says what to do, for the person who entered the address. */
  z.object({ result: z.literal('not-found'), message: z.string() }),
  z.object({ result: z.literal('unknown') }),
])
export type AddressCheckAnswer = z.infer<typeof addressCheckAnswer>

/** catalog: GET /internal/pranks?ids (comma-separated; without it all pranks), for order, fulfilment, consent and reporting. */
export const prankQuery = z.object({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(objectId).min(1).max(50))
    .optional(),
})
/** Each as in its latest prank-changed. `left` is what can be ordered; null if its stock is not counted. */
export const internalPranks = z.array(
  events['prank-changed'].data.extend({
    left: z.int().nullish(),
    /** For recipients; an earlier version of catalog does not have them. */
    contents: z.string().nullish(),
    allergens: z.string().nullish(),
  }),
)
export type InternalPrank = z.infer<typeof internalPranks>[number]

/**
 * catalog: GET /internal/discounts, from order and subscription: what a code does for a customer. 400 with a message for the
 * customer when it cannot be used.
 */
export const internalDiscountQuery = z.object({
  code: z.string().max(50),
  customerId: objectId,
  appliesTo: z.enum(['once', 'plan']),
})
export const internalDiscount = z.object({
  code: z.string(),
  kind: z.enum(discountKinds),
  /** Cents, or hundredths of a percent. */
  value: z.int(),
  /** Whether a purchase has to hold a use of it until it is paid. */
  isLimited: z.boolean(),
  firstOrderOnly: z.boolean(),
})
export type InternalDiscount = z.infer<typeof internalDiscount>

/**
 * catalog: POST /internal/reservations: reserves what an unpaid order or plan needs, as long as its session can be paid: the
 * pranks whose stock is counted, and a use of a limited discount code. A repeat reserves nothing twice. 409 with a message
 * for the customer when something is sold out or used up. `reserved` is false when another unpaid order or plan of the same
 * customer holds the use.
 */
export const reservationRequest = z.object({
  /** The order or the plan. */
  orderId: objectId,
  pranks: z.array(z.object({ prankId: objectId, quantity: z.int().min(1) })).max(maxCartItems),
  discount: z.object({ code: z.string().max(50), customerId: objectId }).nullish(),
  /** The session that can be paid. An order without one keeps its pranks for half an hour. */
  sessionId: stripeId.nullable(),
})
export type ReservationRequest = z.infer<typeof reservationRequest>
export const reservationAnswer = z.object({ reserved: z.boolean() })

/** catalog: POST /internal/reservations/end: releases what an order or plan reserved that can no longer be paid. */
export const reservationEndRequest = z.object({ orderId: objectId })
export const reservationEnded = z.object({ ended: z.literal(true) })

/** order: GET /internal/paid-orders?ownerId, from subscription: whether a customer has paid for an order or a plan. */
export const paidOrdersQuery = z.object({ ownerId: objectId })
export const paidOrders = z.object({ hasPaid: z.boolean() })

/**
 * auth: POST /internal/admin-password: checks the password. `address` (the caller's) and `browser` (the value of its
 * operator cookie) are used to count failures.
 */
export const adminPasswordRequest = z.object({
  password: z.string().max(200),
  address: z.string().max(100),
  browser: z.string().max(100).optional(),
})
export const adminPasswordAnswer = z.object({ valid: z.boolean(), retryAfterSeconds: z.int().optional() })

/**
 * auth: POST /internal/operator-sessions: the operator of a session; null when it has ended. Each call counts as activity.
 */
export const operatorSessionRequest = z.object({ token: z.string().min(1).max(100) })
export const callingOperator = operatorMe.pick({ id: true, name: true, role: true, needsTotp: true })
/** The operator who makes a call. `id` is null for the shared admin password. */
export type CallingOperator = z.infer<typeof callingOperator>
export const operatorSessionAnswer = z.object({ operator: callingOperator.nullable() })

/** auth: GET /internal/users/:id: the current account; 404 when it does not exist. */
export const accountAnswer = z.object({
  email: z.string(),
  firstName: z.string(),
  emailVerified: z.boolean(),
  /** The kinds of mails that the customer switched off. */
  mailsOff: z.array(z.string()).default([]),
})

/**
 * subscription, fulfilment: GET /internal/past-events?cursor: all events ever emitted about plans and parcels, for readers
 * that rebuild their data. Returned by aggregate, with the events of each aggregate in order.
 */
export const pastEventsQuery = z.object({
  cursor: objectId.optional(),
  /** Aggregates per page. */
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
/**
 * order: GET /internal/past-events?ownerIds (comma-separated, at most 100): order-paid of every one-time order that
 * these customers placed. The order's id is used as the event's id.
 */
export const pastOrdersQuery = pastEventsQuery.extend({
  ownerIds: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(objectId).min(1).max(100)),
})
export const pastEvents = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      time: timestamp,
      subject: z.string(),
      dataschema: z.string().optional(),
      data: z.unknown(),
    }),
  ),
  nextCursor: objectId.nullable(),
})
export type PastEvents = z.infer<typeof pastEvents>

/**
 * payment, order, subscription: GET /internal/recent-events?from&until: the events reported in that time, for a reader
 * that checks whether it has received them. A document that reports again is returned again.
 */
export const recentEventsQuery = z.object({
  from: timestamp.transform((text) => new Date(text)),
  until: timestamp.transform((text) => new Date(text)),
  /** Where the previous page ended. */
  cursor: z.string().max(100).optional(),
  /** Documents per page. */
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export type RecentEventsQuery = z.output<typeof recentEventsQuery>
export const recentEvents = z.object({
  events: z.array(z.object({ type: z.string(), dataschema: z.string().optional(), data: z.unknown() })),
  nextCursor: z.string().nullable(),
})
export type RecentEvents = z.infer<typeof recentEvents>

/**
 * payment: POST /internal/plans/:planId/change: the price of a plan from its next invoice on, without proration.
 * Idempotent: it sets the wanted state. 409 when the plan has ended.
 */
export const planPriceRequest = z.object({ prankCount: z.int().min(1).max(5), amountCents: cents })
/**
 * payment: POST /internal/plans/:planId/pause: nothing is collected until then (Stripe's `pause_collection`, behaviour
 * `void`); null resumes at once. Idempotent.
 */
export const planPauseRequest = z.object({ resumesAt: timestamp.nullable() })
/** The state of a plan at Stripe after one of these calls. */
export const planAtStripe = z.object({
  prankCount: z.int().nullable(),
  amountCents: cents,
  pausedUntil: timestamp.nullable(),
  /** The start of the newest unpaid month whose invoice was voided or given up. */
  droppedThrough: timestamp.nullish(),
  currentPeriodEnd: timestamp,
  /** Orders the states of a plan: a later state replaces an earlier one. */
  at: timestamp,
})
export type PlanAtStripe = z.infer<typeof planAtStripe>
