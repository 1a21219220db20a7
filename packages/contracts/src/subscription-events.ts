import { z } from 'zod'
import { agreementInEvent } from './agreement.ts'
import { customer, ownerId, paidMonth, prankCount, stripeReference, text } from './event-payload.ts'
import { cents } from './money.ts'
import { objectId, timestamp } from './primitives.ts'
import { unsentChoices } from './subscription.ts'

/** The common payload of all events about an Auto-Prank plan. */
const subscription = z.object({
  subscriptionId: objectId,
  ownerId,
  customer,
  stripeSubscriptionId: stripeReference,
  prankCount,
  amountCents: cents,
  previousStatus: z.string().nullable(),
  status: z.string(),
  at: timestamp,
})

/** A paid month of a plan, with the renewal terms that its customer agreed to. Events of earlier versions have none. */
const monthOfPlan = subscription.extend({
  month: paidMonth,
  agreement: agreementInEvent.optional(),
  /** The code, and what it took off the month. Events of earlier versions do not say it. */
  discountCode: text.nullish(),
  discountCents: cents.nullish(),
})

export const subscriptionEvents = {
  'subscription-created': {
    about: 'A plan became active with its first paid month.',
    owner: 'subscription',
    readers: [
      'catalog',
      'order',
      'fulfilment',
      'achievement',
      'subscription-logs',
      'reporting',
      'notification',
    ],
    data: monthOfPlan,
  },
  'subscription-renewed': {
    about: 'A further month of a plan was paid.',
    owner: 'subscription',
    readers: ['order', 'fulfilment', 'achievement', 'subscription-logs', 'reporting', 'notification'],
    data: monthOfPlan,
  },
  'subscription-updated': {
    about: 'A plan became past due, recovered, was changed from a later period on, was paused or resumed.',
    owner: 'subscription',
    readers: ['subscription-logs', 'reporting', 'notification'],
    // The fields of a change and a pause are missing in events of earlier versions.
    data: subscription.extend({
      change: z.enum(['past_due', 'recovered', 'changed', 'paused', 'resumed']),
      nextPrankCount: prankCount.nullish(),
      nextAmountCents: cents.nullish(),
      changesAt: timestamp.nullish(),
      pausedUntil: timestamp.nullish(),
      /** Set when it recovered because the open month is not collected any more, and not because it was paid. */
      monthDropped: z.literal(true).optional(),
    }),
  },
  'subscription-renewal-due': {
    about: 'A plan is charged again in 3 days. Emitted once for each period.',
    owner: 'subscription',
    readers: ['notification'],
    data: subscription.extend({ renewsAt: timestamp }),
  },
  'subscription-cancelled': {
    about: 'A plan ended permanently.',
    owner: 'subscription',
    readers: ['order', 'fulfilment', 'subscription-logs', 'reporting', 'notification'],
    data: subscription.extend({
      cancelledBy: z.enum(['customer', 'stripe']),
      /** What happens to the unsent pranks of paid months. Events of earlier versions do not have it: nothing is sent. */
      unsent: z.enum(unsentChoices).optional(),
    }),
  },
} as const
