import { z } from 'zod'
import { maxPranksPerMonth } from './constants.ts'
import { moneyString } from './money.ts'
import { adminListOf, calendarDay, objectId, timestamp } from './primitives.ts'

/** A plan is `pending` until its first month is paid; pending plans are never shown. */
export const subscriptionStatuses = ['pending', 'active', 'past_due', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** The shipping state of the current paid month: all shipped; some due for at most 7 days; some due for longer. */
export const fulfillmentStatuses = ['green', 'yellow', 'red'] as const
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number]

/** Body of POST /api/create-subscription-checkout. */
export const subscriptionCheckoutInput = z.object({
  prankCount: z
    .number('Choose how many pranks a month')
    .int('Pranks a month must be a whole number')
    .min(1, 'A plan has at least 1 prank a month')
    .max(maxPranksPerMonth, `A plan has at most ${maxPranksPerMonth} pranks a month`),
  discountCode: z.string().trim().max(50).nullish(),
})

/** An Auto-Prank plan that is or was active, as its customer and the operator see it. */
export const subscription = z.object({
  id: objectId,
  userId: objectId,
  status: z.enum(subscriptionStatuses).exclude(['pending']),
  prankCount: z.int(),
  monthlyAmount: moneyString,
  stripeSubscriptionId: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The end of the current paid month. */
  currentPeriodEnd: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  fulfillmentStatus: z.enum(fulfillmentStatuses),
  /** Parcels of all months that are paid and not shipped. */
  parcelsDue: z.int(),
  lastFulfillmentDate: timestamp.nullable(),
  user: z.object({ id: objectId, email: z.string(), firstName: z.string(), lastName: z.string() }),
})
export type Subscription = z.infer<typeof subscription>
export const subscriptionList = adminListOf(subscription)

/** Plan statistics; plans that are past due still count as recurring revenue, ended plans do not. */
export const subscriptionStats = z.object({
  active: z.int(),
  pastDue: z.int(),
  cancelled: z.int(),
  monthlyRecurringRevenue: moneyString,
  /** Plans started and ended on each day (UTC), including days without any. */
  byDay: z.array(z.object({ day: calendarDay, started: z.int(), ended: z.int() })),
})
export type SubscriptionStats = z.infer<typeof subscriptionStats>
