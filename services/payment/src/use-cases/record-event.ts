import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { recordInvoiceFailed, recordInvoicePaid, recordPlanEnded } from './record-invoice.ts'
import { settleSession } from './settle-session.ts'

/** The events that say something that is kept here: a webhook endpoint at Stripe needs these and no other. */
export const recordedTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.deleted',
] as const satisfies Stripe.Event.Type[]

/** An event that is recorded. */
export type RecordedEvent = Extract<Stripe.Event, { type: (typeof recordedTypes)[number] }>

/**
 * Records what an event is about by what Stripe itself says now, whoever brings it: a webhook or the
 * list of events. Copies, delays and disorder change nothing; other events are left alone.
 * @throws 503 when Stripe is away
 */
export async function recordEvent(event: Stripe.Event, deps: Deps): Promise<void> {
  if (!isRecorded(event)) return
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      await settleSession(event.data.object.id, deps)
      return
    case 'invoice.paid':
      return recordInvoicePaid(String(event.data.object.id), deps)
    case 'invoice.payment_failed':
      return recordInvoiceFailed(String(event.data.object.id), deps)
    case 'customer.subscription.deleted':
      return recordPlanEnded(event.data.object.id, deps)
  }
}

/** Whether it is one of those events. */
export const isRecorded = (event: Stripe.Event): event is RecordedEvent =>
  recordedTypes.some((type) => type === event.type)
