import type Stripe from 'stripe'

/** The types that report a refund, a refunded charge or a dispute: their objects name a payment intent. */
const refundTypes = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

/** The types of events that are recorded. A webhook endpoint at Stripe needs exactly these. */
export const recordedTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.updated',
  'payment_method.attached',
  ...refundTypes,
] as const satisfies Stripe.Event.Type[]

type RecordedType = (typeof recordedTypes)[number]

/** An event that is recorded. */
export type RecordedEvent = Extract<Stripe.Event, { type: RecordedType }>

/** An event about an invoice. Its plan is that of the invoice's subscription. */
type InvoiceEvent = Extract<RecordedEvent, { type: `invoice.${string}` }>

/** Whether the event is about an invoice. */
export const isAboutInvoice = (event: RecordedEvent): event is InvoiceEvent =>
  event.type.startsWith('invoice.')

/** An event about a refund or a dispute. */
export type RefundEvent = Extract<RecordedEvent, { type: (typeof refundTypes)[number] }>

/** Whether the event is about a refund or a dispute. */
export const isAboutRefund = (event: RecordedEvent): event is RefundEvent =>
  refundTypes.some((type) => type === event.type)

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
