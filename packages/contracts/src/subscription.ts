import { z } from 'zod'
import { maxPranksPerMonth } from './constants.ts'
import { moneyString } from './money.ts'
import { adminListOf, calendarDay, objectId, timestamp } from './primitives.ts'

/** `pending` until its first month is paid; only plans past that are shown to anybody. */
export const subscriptionStatuses = ['pending', 'active', 'past_due', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** How far the current paid month is shipped: all; some due, at most 7 days; some due for longer. */
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

/** An Auto-Prank plan that was ever active, as its customer and the operator see it. */
export const subscription = z.object({
  id: objectId,
  userId: objectId,
  status: z.enum(subscriptionStatuses).exclude(['pending']),
  prankCount: z.int(),
  monthlyAmount: moneyString,
  stripeSubscriptionId: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** When the month ends that is paid now. */
  currentPeriodEnd: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  fulfillmentStatus: z.enum(fulfillmentStatuses),
  /** Parcels that are paid and have not left, over all months. */
  parcelsDue: z.int(),
  lastFulfillmentDate: timestamp.nullable(),
  user: z.object({ id: objectId, email: z.string(), firstName: z.string(), lastName: z.string() }),
})
export type Subscription = z.infer<typeof subscription>
export const subscriptionList = adminListOf(subscription)

/** Plans in figures; plans that are past due still count as recurring revenue, ended ones do not. */
export const subscriptionStats = z.object({
  active: z.int(),
  pastDue: z.int(),
  cancelled: z.int(),
  monthlyRecurringRevenue: moneyString,
  /** What each day (UTC) brought and took, days without any included. */
  byDay: z.array(z.object({ day: calendarDay, started: z.int(), ended: z.int() })),
})
export type SubscriptionStats = z.infer<typeof subscriptionStats>
