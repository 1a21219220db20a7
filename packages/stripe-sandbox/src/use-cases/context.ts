import type Stripe from 'stripe'
import type { Checkout } from '../checkout.model.ts'
import type { EventDraft } from '../objects/event.ts'
import type { StripeApiError } from '../stripe-error.ts'

/** When a change happens, and on whose request (null when it comes about by itself). */
export interface Context {
  now: Date
  request: Stripe.Event.Request | null
}

/**
 * What a use case decided: it has changed the checkout it was given (a copy of its own), and says
 * which events tell of it. A refusal given here is answered after the change is written; a refusal
 * that is thrown changes nothing.
 */
export interface Decision {
  events: EventDraft[]
  refusal?: StripeApiError
}

/** A change to one checkout. It is run again on a fresh copy when somebody else wrote in between. */
export type Decide = (checkout: Checkout, context: Context) => Decision
