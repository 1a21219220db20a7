import { z } from 'zod'
import { contact } from './contact.ts'
import { events } from './events.ts'
import { cents } from './money.ts'
import { objectId, stripeId, timestamp } from './primitives.ts'
import { mailLinkPurposes } from './user.ts'

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
export const planSessionClosed = z.object({ closed: z.boolean() })

/**
 * payment: POST /internal/orders/:orderId/remove-unpaid: ensures that the order can no longer be paid, and removes
 * payment's record of it. `removed` is false when it was paid, or may still be paid. Idempotent.
 */
export const removeUnpaidRequest = z.object({
  /** The session that the order has recorded. Payment asks Stripe about it if it does not know the session. */
  sessionId: stripeId.nullable(),
})
export const unpaidRemoved = z.object({ removed: z.boolean() })

/** contact: GET /internal/contacts?ownerId&ids (comma-separated, at most 50): the contacts that belong to the owner. */
export const ownedContactsQuery = z.object({
  ownerId: objectId,
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(objectId).min(1).max(50)),
})
export const ownedContacts = z.array(contact)

/** catalog: GET /internal/pranks: every prank with its price, for order's copy of the prices. */
export const prankQuery = z.object({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(objectId).min(1).max(50))
    .optional(),
})
/** The response has the schema of prank-changed, so that one use case handles both. */
export const internalPranks = z.array(events['prank-changed'].data)

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

/** auth: GET /internal/users/:id: the current account; 404 when it does not exist. */
export const accountAnswer = z.object({
  email: z.string(),
  firstName: z.string(),
  emailVerified: z.boolean(),
})

/** auth: POST /internal/mail-links: the link of a mail-link-requested event. The same request returns the same link. */
export const mailLinkRequest = z.object({
  userId: objectId,
  purpose: z.enum(mailLinkPurposes),
  requestedAt: timestamp,
})
/** Null when the link is used or expired, or the account is deleted: the mail is no longer needed. */
export const mailLink = z
  .object({
    to: z.string(),
    url: z.url(),
    expiresAt: timestamp,
    /** Whether setting a password with the link deletes the account's data, because its address was never verified. */
    removesData: z.boolean().default(false),
  })
  .nullable()
export type MailLink = z.infer<typeof mailLink>

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
