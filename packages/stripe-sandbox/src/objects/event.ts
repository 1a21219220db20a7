import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import type { RecordedEvent } from '../ledger.model.ts'
import type { Context } from '../use-cases/context.ts'
import { seconds } from './money.ts'
import { apiVersion } from './wire.ts'

type ObjectOf<T extends Stripe.Event['type']> = Extract<Stripe.Event, { type: T }>['data']['object']

/** An event before it has an id: its type, the object after the change, and the previous values. */
export interface EventDraft {
  type: Stripe.Event['type']
  object: object
  previous?: Record<string, unknown>
}

/** Drafts an event; the compiler checks that Stripe sends this kind of object with this event type. */
export function draft<T extends Stripe.Event['type']>(
  type: T,
  object: ObjectOf<T>,
  previous?: Record<string, unknown>,
): EventDraft {
  return { type, object, ...(previous && { previous }) }
}

/** Assigns the event's id and records the exact text that will be sent. */
export function recordEvent(
  { type, object, previous }: EventDraft,
  { now, request }: Context,
): RecordedEvent {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(now),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: request ?? { id: null, idempotency_key: null },
    type,
  } satisfies Stripe.EventBase
  return { id: event.id, type, createdAt: now, body: JSON.stringify(event) }
}
