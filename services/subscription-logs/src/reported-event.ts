import { type EventReadBy, type PastEvents, readEventData } from '@prankpost/contracts'
import type { CloudEvent } from '@prankpost/messaging'

type Name = Extract<
  EventReadBy<'subscription-logs'>,
  `subscription-${string}` | 'prank-shipped' | 'order-paid'
>
/** The parts of an event that the log uses; equal for events from a queue and from a source's past events. */
type Reported<N extends Name> = { [K in N]: Pick<CloudEvent<K>, 'id' | 'type' | 'data'> }[N]

/** An event of a plan itself. */
export type PlanEvent = Reported<Extract<Name, `subscription-${string}`>>
/** A parcel was shipped. */
export type ShippedEvent = Reported<'prank-shipped'>
/** A one-time order was paid. */
export type OrderPaidEvent = Reported<'order-paid'>
export type ReportedEvent = PlanEvent | ShippedEvent | OrderPaidEvent

/**
 * The kinds of events that the log records, in the sequence in which entries of one millisecond are sorted. The
 * position of a kind is part of its entries' ids, so a new kind must be added at the end.
 */
export const reportedNames = [
  'subscription-created',
  'subscription-renewed',
  'subscription-updated',
  'prank-shipped',
  'subscription-cancelled',
  'order-paid',
] as const satisfies Name[]

/**
 * Converts a past event of a source to the form of the queue. Returns null for an event that the log does not record.
 * @throws ZodError when it does not match the contract
 */
export function readPastEvent({
  id,
  type,
  dataschema,
  data,
}: PastEvents['events'][number]): ReportedEvent | null {
  const name = reportedNames.find((one) => one === type)
  if (name === undefined) return null
  const reported = { id, type: name, data: readEventData(name, dataschema, data) } as ReportedEvent
  return reported.type === 'prank-shipped' && reported.data.subscriptionId === null ? null : reported
}
