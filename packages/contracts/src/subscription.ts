import { z } from 'zod'
import { agreement } from './agreement.ts'
import { maxPranksPerMonth } from './constants.ts'
import { moneyString } from './money.ts'
import { prankImage } from './prank.ts'
import { adminListOf, objectId, timestamp } from './primitives.ts'

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
  /** What a month with 1, 2, ... pranks costs, with the plan's discount. */
  prices: z.array(moneyString),
  /** A change that takes effect with the next period; null when none is planned. */
  nextPrankCount: z.int().nullable(),
  nextMonthlyAmount: moneyString.nullable(),
  /** When the change takes effect. */
  changesAt: timestamp.nullable(),
  /** Until when nothing is charged and nothing is due; null while the plan is not paused. */
  pausedUntil: timestamp.nullable(),
  /** When the plan is charged next; null when it has ended. */
  nextChargeAt: timestamp.nullable(),
  /** The renewal terms that the customer agreed to last; null when none are stored. */
  agreement: agreement.nullable(),
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

/** Body of PATCH /api/subscriptions/:id. */
export const planChangeInput = subscriptionCheckoutInput.pick({ prankCount: true })
/** Body of POST /api/subscriptions/:id/pause. */
export const planPauseInput = z.object({
  months: z.union([z.literal(1), z.literal(2), z.literal(3)], 'A plan can be paused for 1, 2 or 3 months'),
})

export const unsentChoices = ['refund', 'send'] as const
/** What happens to the unsent pranks of the paid month when a plan is cancelled: refunded pro rata, or still sent. */
export type UnsentChoice = (typeof unsentChoices)[number]
/** Body of POST /api/subscriptions/:id/cancel; earlier clients send none. */
export const planCancelInput = z.object({ unsent: z.enum(unsentChoices).default('refund') }).optional()

/** One prank of the paid month, as it was drawn. `contact` is null when the customer has no target that may be drawn. */
export const drawnPrank = z.object({
  /** 1 to 5. */
  slot: z.int(),
  prank: z.object({ id: objectId, name: z.string(), image: prankImage }),
  contact: z.object({ id: objectId, name: z.string(), city: z.string(), state: z.string() }).nullable(),
  /** A sentence for the customer: why this prank and this target. */
  why: z.string(),
  /** Whether it can still be drawn again. */
  canSwap: z.boolean(),
  shippedAt: timestamp.nullable(),
  /** The id of its month in the published draws (GET /api/draws/:month). Null for months of earlier versions. */
  drawId: z.string().nullable(),
})
export const drawnPranks = z.array(drawnPrank)
export type DrawnPrank = z.infer<typeof drawnPrank>
export const maxSwapsPerMonth = 3
export const drawParams = z.object({
  id: objectId,
  slot: z.coerce.number().int().min(1).max(maxPranksPerMonth),
})

const excluded = z.array(objectId).max(500)
/** Body and answer of PUT /api/subscriptions/:id/preferences: what is never drawn. */
export const drawPreferences = z.object({ excludedPrankIds: excluded, excludedContactIds: excluded })
export type DrawPreferences = z.infer<typeof drawPreferences>

/** The draw of a plan for the operator's ship form: the slots that are not shipped yet, oldest month first. */
export const planDraw = z.array(
  z.object({
    invoiceId: z.string(),
    slot: z.int(),
    prankId: objectId,
    contactId: objectId.nullable(),
  }),
)
export type PlanDraw = z.infer<typeof planDraw>
