import type Stripe from 'stripe'
import type { Checkout } from '../checkout.model.ts'
import type { EventDraft } from '../objects/event.ts'
import type { StripeApiError } from '../stripe-error.ts'

/** The time of a change and the request that caused it (null if no request did). */
export interface Context {
  now: Date
  request: Stripe.Event.Request | null
}

/**
 * The result of a use case: it has changed the document it was given (its own copy) and returns the events to emit.
 * A returned refusal is answered after the change is written; a thrown refusal changes nothing.
 */
export interface Decision {
  events: EventDraft[]
  refusal?: StripeApiError
}

/** A change to one checkout. It is run again on a fresh copy when another request wrote in between. */
export type Decide = (checkout: Checkout, context: Context) => Decision
