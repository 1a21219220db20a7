import { z } from 'zod'
import { cents } from './money.ts'
import { objectId, timestamp } from './primitives.ts'
import { mailLinkPurposes } from './user.ts'

/** Calls of notification to other services, for what its mails say. */

/**
 * auth: POST /internal/operator-invitations, from notification: the mail of an operator-invited event. Null when a later
 * invitation replaced it, when it was accepted, or when the operator was removed.
 */
export const operatorInvitationRequest = z.object({ operatorId: objectId, invitedAt: timestamp })
export const operatorInvitation = z.object({ to: z.string(), name: z.string(), url: z.url() }).nullable()

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
 * order: GET /internal/mail-orders/:id, from notification: what a mail says about an order (or, by invoice id, about a
 * plan's month); no target. 404 when it does not exist here yet.
 */
export const mailOrder = z.object({
  orderId: objectId,
  orderNumber: z.string(),
  type: z.enum(['once', 'monthly', 'subscription']),
  totalCents: cents,
  discountCode: z.string().nullable(),
  items: z.array(
    z.object({
      parcelId: z.string(),
      prankName: z.string(),
      quantity: z.int(),
      priceCents: cents,
      carrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      trackingUrl: z.string().nullable(),
      /** Why an operator refused to send it, for the customer. */
      refusedBecause: z.string().nullish(),
    }),
  ),
  estimatedDelivery: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  /** The order page behind a signed link, valid for 180 days. */
  url: z.url(),
})
export type MailOrder = z.infer<typeof mailOrder>

/**
 * auth: POST /internal/mails-off, from notification: the kinds of mails that the owner of a verified address switched
 * off; none for any other address.
 */
export const mailsOffRequest = z.object({ email: z.string().max(320) })
export const mailsOffAnswer = z.object({ mailsOff: z.array(z.string()) })

/**
 * fulfilment, order, catalog, support, consent: GET /internal/digest, from notification: the figures of the operator's
 * digest. Counts are bounded (at most `mostCounted`), and name no customer.
 */
export const digestOfParcels = z.object({ toSend: z.int(), overdue: z.int(), held: z.int().default(0) })
export const digestOfOrders = z.object({ disputes: z.int(), failedRefunds: z.int() })
/** Pranks on sale whose counted stock is low, the lowest first. */
export const digestOfStock = z.object({ low: z.array(z.object({ name: z.string(), left: z.int() })) })
export const digestOfMessages = z.object({ unanswered: z.int() })
/** Open cases: recipients who reported harassment. */
export const digestOfCases = z.object({ openCases: z.int() })

/**
 * support: GET /internal/messages/:id, from notification; null when the message was deleted. Only the address: it is not
 * verified, so the mail contains nothing that the sender of the message wrote.
 */
export const mailMessage = z.object({ to: z.string() }).nullable()

/**
 * support: GET /internal/messages/:id/replies/:replyId, from notification: an operator's reply, and the thread behind a
 * signed link, valid for 90 days. Null when the message was deleted.
 */
export const mailReply = z.object({ to: z.string(), text: z.string(), url: z.url() }).nullable()
