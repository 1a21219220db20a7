import { type EventReadBy, type PastEvents, readEventData } from '@prankpost/contracts'
import type { CloudEvent } from '@prankpost/messaging'

type Name = Extract<
  EventReadBy<'subscription-logs'>,
  `subscription-${string}` | 'prank-shipped' | 'order-paid'
>
/** An event as far as the log goes: the queue's and a source's past have the same. */
type Told<N extends Name> = { [K in N]: Pick<CloudEvent<K>, 'id' | 'type' | 'data'> }[N]

/** What happened to a plan itself. */
export type PlanEvent = Told<Extract<Name, `subscription-${string}`>>
/** A parcel left. */
export type ShippedEvent = Told<'prank-shipped'>
/** A one-time order was paid. */
export type OrderPaidEvent = Told<'order-paid'>
export type ReportedEvent = PlanEvent | ShippedEvent | OrderPaidEvent

/**
 * The kinds of events that the log tells of, in the order in which those of one millisecond are read. A kind's place is
 * part of its entries' ids: a new kind comes last.
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
 * An event of a source's past as the queue would have brought it; null for one that the log does not
 * tell of.
 * @throws ZodError when it does not fit the contract
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
