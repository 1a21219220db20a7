import { z } from 'zod'
import { moneyString } from './money.ts'
import { adminListOf, adminListQuery, objectId, timestamp } from './primitives.ts'

/** created; updated (renewed, past due, recovered); cancelled; other (a parcel shipped, a one-time order paid). */
export const logActions = ['created', 'updated', 'cancelled', 'other'] as const
export type LogAction = (typeof logActions)[number]

/** One event of a plan (specification, section 3, 'Subscription log'). */
export const subscriptionLog = z.object({
  id: z.string(),
  action: z.enum(logActions),
  createdAt: timestamp,
  subscriptionId: objectId,
  stripeSubscriptionId: z.string(),
  user: z.object({ id: objectId, email: z.string() }),
  /** Null if the status did not change. */
  previousStatus: z.string().nullable(),
  newStatus: z.string().nullable(),
  /** Pranks per month; for a one-time order, the number of its pranks. */
  prankCount: z.int(),
  amount: moneyString,
  /** A description in one sentence. */
  details: z.string(),
  trackingNumber: z.string().nullable(),
  adminNotes: z.string().nullable(),
  /** The type of the event and its other properties, as names and plain values. */
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type SubscriptionLog = z.infer<typeof subscriptionLog>
export const subscriptionLogList = adminListOf(subscriptionLog)

/** The cursor is the id of the last entry of the previous page. */
export const subscriptionLogQuery = adminListQuery.extend({
  cursor: z
    .string()
    .max(100)
    .regex(/^[\w.:-]+$/, 'is not a known id')
    .optional(),
})
