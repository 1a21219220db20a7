import type { z } from 'zod'
import { authEvents } from './auth-events.ts'
import { catalogEvents } from './catalog-events.ts'
import { consentEvents } from './consent-events.ts'
import { contactEvents } from './contact-events.ts'
import { customerDataEvents } from './customer-data.ts'
import { fulfilmentEvents } from './fulfilment-events.ts'
import { orderEvents } from './order-events.ts'
import { paymentEvents } from './payment-events.ts'
import type { ServiceName } from './services.ts'
import { subscriptionEvents } from './subscription-events.ts'
import { supportEvents } from './support-events.ts'

/** The contract of one event. */
export interface EventDefinition {
  /** What happened, in a sentence or two. */
  about: string
  /** The one service that may emit it. */
  owner: ServiceName
  /** The services that handle it; each has its own durable queue for it. */
  readers: readonly ServiceName[]
  /** The schema of the payload, parsed on emit and on receipt. */
  data: z.ZodType
  /** Default 1. Incremented with each change of the payload that readers of the previous version cannot read. */
  version?: number
  /** Converts a payload of each earlier version to the next one: outboxes, queues and journals still contain them. */
  earlier?: Readonly<Record<number, (data: unknown) => unknown>>
}

/** Every event of the system: its one owner, its readers, its payload (design, sections 2 and 4). */
export const events = {
  ...customerDataEvents,
  ...authEvents,
  ...catalogEvents,
  ...contactEvents,
  ...paymentEvents,
  ...orderEvents,
  ...subscriptionEvents,
  ...fulfilmentEvents,
  ...consentEvents,
  ...supportEvents,
} as const satisfies Record<string, EventDefinition>

export type EventName = keyof typeof events

/** The payload of an event as handlers receive it. */
export type EventData<N extends EventName> = z.output<(typeof events)[N]['data']>

/** Names of the events that service `S` may emit. */
export type EventOwnedBy<S extends ServiceName> = {
  [N in EventName]: (typeof events)[N]['owner'] extends S ? N : never
}[EventName]

/** Names of the events that service `S` reads. */
export type EventReadBy<S extends ServiceName> = {
  [N in EventName]: S extends (typeof events)[N]['readers'][number] ? N : never
}[EventName]
