import type Stripe from 'stripe'

/** The types of events that are recorded. A webhook endpoint at Stripe needs exactly these. */
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

/** Whether the event has a recorded type. */
export const isRecorded = (event: Stripe.Event): event is RecordedEvent =>
  recordedTypes.some((type) => type === event.type)

/** The data that is used from an event: its type and the id of its object. Everything else is read from Stripe. */
export interface News {
  type: RecordedType
  objectId: string
}

/** The data that is used from this event. */
export const newsOf = ({ type, data }: RecordedEvent): News => ({ type, objectId: String(data.object.id) })
