import { z } from 'zod'
import { contact } from './contact.ts'
import { events } from './events.ts'
import { cents } from './money.ts'
import { objectId, stripeId, timestamp } from './primitives.ts'
import { mailLinkPurposes } from './user.ts'

/** Questions and commands between services: `/internal/...`, signed, never routed by the gateway. */

/** payment: POST /internal/order-sessions. Same order, same answer while its session is open. */
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
/** The largest body: 50 lines with names of 300 characters, of up to 3 bytes, are 50 kB. */
export const orderSessionMaxBytes = 65_536
export type OrderSessionRequest = z.infer<typeof orderSessionRequest>

/** payment: POST /internal/plan-sessions. */
export const planSessionRequest = z.object({
  planId: objectId,
  ownerId: objectId,
  customer: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }),
  prankCount: z.int().min(1).max(5),
  /** What each month costs in all. */
  amountCents: cents,
})
export type PlanSessionRequest = z.infer<typeof planSessionRequest>

export const sessionCreated = z.object({ sessionId: z.string(), url: z.string() })
export type SessionCreated = z.infer<typeof sessionCreated>

/** payment: POST /internal/plans/:planId/cancel. A repeat answers the same. */
export const planCancelled = z.object({
  cancelled: z.literal(true),
  alreadyCancelled: z.boolean(),
  endedAt: timestamp,
  endedBy: z.enum(['customer', 'stripe']),
})
export type PlanCancelled = z.infer<typeof planCancelled>

/**
 * payment: POST /internal/plans/:planId/close-session: nobody can pay this plan any more. Not
 * `closed` when its money has come, or may still come. A repeat answers the same.
 */
export const planSessionClosed = z.object({ closed: z.boolean() })

/**
 * payment: POST /internal/orders/:orderId/remove-unpaid: nobody can pay this order any more, and payment has removed
 * its record of it. Not `removed` when its money has come, or may still come. A repeat answers the same.
 */
export const removeUnpaidRequest = z.object({
  /** The session that the order has recorded; Stripe is asked about it where payment does not know it. */
  sessionId: stripeId.nullable(),
})
export const unpaidRemoved = z.object({ removed: z.boolean() })

/** contact: GET /internal/contacts?ownerId&ids (comma-separated, at most 50): those of them that are the owner's. */
export const ownedContactsQuery = z.object({
  ownerId: objectId,
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(objectId).min(1).max(50)),
})
export const ownedContacts = z.array(contact)

/** catalog: GET /internal/pranks: every prank with its price, for the replica of prices. */
export const prankQuery = z.object({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(objectId).min(1).max(50))
    .optional(),
})
/** The answer has the shape of prank-changed, so that one use case takes in both. */
export const internalPranks = z.array(events['prank-changed'].data)

/**
 * auth: POST /internal/admin-password: is it right? `address` is the caller's, and `browser` what its cookie says, for the
 * count of failures.
 */
export const adminPasswordRequest = z.object({
  password: z.string().max(200),
  address: z.string().max(100),
  browser: z.string().max(100).optional(),
})
export const adminPasswordAnswer = z.object({ valid: z.boolean(), retryAfterSeconds: z.int().optional() })

/** auth: GET /internal/users/:id: the account as it is now; 404 when there is none. */
export const accountAnswer = z.object({
  email: z.string(),
  firstName: z.string(),
  emailVerified: z.boolean(),
})

/** auth: POST /internal/mail-links: the link that was asked for then. The same question, the same link. */
export const mailLinkRequest = z.object({
  userId: objectId,
  purpose: z.enum(mailLinkPurposes),
  requestedAt: timestamp,
})
/** Null when the mail has no use any more: used, run out, or the account gone. */
export const mailLink = z
  .object({
    to: z.string(),
    url: z.url(),
    expiresAt: timestamp,
    /** Setting a password by the link deletes what was saved in the account: its address was never verified. */
    removesData: z.boolean().default(false),
  })
  .nullable()
export type MailLink = z.infer<typeof mailLink>

/**
 * subscription, fulfilment: GET /internal/past-events?cursor: everything that was ever told of plans
 * and parcels, for readers that begin again; aggregate by aggregate, each one's events in order.
 */
export const pastEventsQuery = z.object({
  cursor: objectId.optional(),
  /** Aggregates a page. */
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
/**
 * order: GET /internal/past-events?ownerIds (comma-separated, at most 100): order-paid of every one-time order that
 * these customers placed. The order's id stands for the event's.
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
 * payment, order, subscription: GET /internal/recent-events?from&until: what was told in that time, for a
 * reader that makes sure that it heard of it. A document that tells again comes again.
 */
export const recentEventsQuery = z.object({
  from: timestamp.transform((text) => new Date(text)),
  until: timestamp.transform((text) => new Date(text)),
  /** Where the page before ended. */
  cursor: z.string().max(100).optional(),
  /** Documents a page. */
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export type RecentEventsQuery = z.output<typeof recentEventsQuery>
export const recentEvents = z.object({
  events: z.array(z.object({ type: z.string(), dataschema: z.string().optional(), data: z.unknown() })),
  nextCursor: z.string().nullable(),
})
export type RecentEvents = z.infer<typeof recentEvents>
