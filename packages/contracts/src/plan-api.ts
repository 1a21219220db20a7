import { z } from 'zod'
import { checkoutSessionAnswer } from './checkout.ts'
import { type Endpoints, idParams, messageAnswer } from './endpoint.ts'
import * as subscription from './subscription.ts'

const plans = { service: 'subscription', access: 'customer', status: 200 } as const
const draws = { service: 'fulfilment', access: 'customer', status: 200 } as const

/** The endpoints for customers about their own plans, and what was drawn for them. */
export const planApi = {
  'POST /api/create-subscription-checkout': {
    operationId: 'createSubscriptionCheckout',
    summary: 'Open the payment session of a plan',
    description: 'Refused with 409 while a plan is active; cancel that plan first.',
    fails: [409, 422],
    ...plans,
    refusesBlocked: true,
    body: subscription.subscriptionCheckoutInput,
    answer: checkoutSessionAnswer,
  },
  'GET /api/subscriptions': {
    operationId: 'listOwnSubscriptions',
    summary: "List the customer's plans, latest first",
    ...plans,
    answer: z.array(subscription.subscription),
  },
  'POST /api/subscriptions/:id/cancel': {
    operationId: 'cancelSubscription',
    summary: 'End a plan at once',
    description:
      'The unsent pranks of the paid month are refunded pro rata, or still sent with `{"unsent": "send"}`. A repeated call succeeds and reports that the plan is already cancelled.',
    fails: [404],
    ...plans,
    params: idParams,
    body: subscription.planCancelInput,
    answer: messageAnswer,
  },

  'PATCH /api/subscriptions/:id': {
    operationId: 'changeSubscription',
    summary: 'Change the number of pranks a month from the next period on, without proration',
    fails: [404, 409],
    ...plans,
    params: idParams,
    body: subscription.planChangeInput,
    answer: subscription.subscription,
  },
  'POST /api/subscriptions/:id/pause': {
    operationId: 'pauseSubscription',
    summary: 'Pause a plan for 1 to 3 months from the next period on',
    description: 'Nothing is charged and nothing is due meanwhile. It resumes automatically.',
    fails: [404, 409],
    ...plans,
    params: idParams,
    body: subscription.planPauseInput,
    answer: subscription.subscription,
  },
  'POST /api/subscriptions/:id/resume': {
    operationId: 'resumeSubscription',
    summary: 'Resume a paused plan with the next period',
    fails: [404, 409],
    ...plans,
    params: idParams,
    answer: subscription.subscription,
  },
  'POST /api/subscriptions/:id/skip': {
    operationId: 'skipMonth',
    summary: 'Skip the next month of a plan',
    fails: [404, 409],
    ...plans,
    params: idParams,
    answer: subscription.subscription,
  },
  'GET /api/subscriptions/:id/draw': {
    operationId: 'readDraw',
    summary: 'Read what was drawn for the paid month of a plan',
    fails: [404],
    ...draws,
    params: idParams,
    answer: subscription.drawnPranks,
  },
  'POST /api/subscriptions/:id/draw/:slot/swap': {
    operationId: 'swapDraw',
    summary: 'Draw one slot of the paid month again',
    description: 'Until its parcel is packed, at most 3 times a month.',
    fails: [404, 409],
    ...draws,
    params: subscription.drawParams,
    answer: subscription.drawnPranks,
  },
  'GET /api/subscriptions/:id/preferences': {
    operationId: 'readDrawPreferences',
    summary: 'Read which pranks and targets are never drawn for a plan',
    fails: [404],
    ...draws,
    params: idParams,
    answer: subscription.drawPreferences,
  },
  'PUT /api/subscriptions/:id/preferences': {
    operationId: 'setDrawPreferences',
    summary: 'Set which pranks and targets are never drawn for a plan',
    fails: [404],
    ...draws,
    params: idParams,
    body: subscription.drawPreferences,
    // 1,000 ids of 27 characters take 27 kB.
    maxBodyBytes: 32_768,
    answer: subscription.drawPreferences,
  },
  'POST /api/billing-portal': {
    operationId: 'openBillingPortal',
    summary: "Open Stripe's billing portal, where the customer replaces the card",
    description: 'After a new card, a past-due plan is charged again at once.',
    fails: [404],
    service: 'payment',
    access: 'customer',
    status: 200,
    answer: z.object({ url: z.url() }),
  },
} as const satisfies Endpoints
