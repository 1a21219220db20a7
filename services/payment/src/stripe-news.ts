import type Stripe from 'stripe'

/** The events that say something that is kept here: a webhook endpoint at Stripe needs these and no other. */
export const recordedTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.deleted',
] as const satisfies Stripe.Event.Type[]

type RecordedType = (typeof recordedTypes)[number]

/** An event that is recorded. */
export type RecordedEvent = Extract<Stripe.Event, { type: RecordedType }>

/** Whether it is one of those events. */
export const isRecorded = (event: Stripe.Event): event is RecordedEvent =>
  recordedTypes.some((type) => type === event.type)

/** What is taken from an event: that something happened, and to what. Stripe itself is asked for the rest. */
export interface News {
  type: RecordedType
  objectId: string
}

/** What an event tells. */
export const newsOf = ({ type, data }: RecordedEvent): News => ({ type, objectId: String(data.object.id) })
