import { type EventReadBy, type PastEvents, readEventData } from '@prankpost/contracts'
import type { CloudEvent } from '@prankpost/messaging'

type Name = Extract<EventReadBy<'subscription-logs'>, `subscription-${string}` | 'prank-shipped'>
/** An event as far as the log goes: the queue's and a source's past have the same. */
type Told<N extends Name> = { [K in N]: Pick<CloudEvent<K>, 'id' | 'type' | 'data'> }[N]

/** What happened to a plan itself. */
export type PlanEvent = Told<Exclude<Name, 'prank-shipped'>>
/** A parcel left. */
export type ShippedEvent = Told<'prank-shipped'>
export type ToldEvent = PlanEvent | ShippedEvent

/** The kinds of events that the log tells of, in the order in which those of one millisecond are read. */
export const toldNames = [
  'subscription-created',
  'subscription-renewed',
  'subscription-updated',
  'prank-shipped',
  'subscription-cancelled',
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
}: PastEvents['events'][number]): ToldEvent | null {
  const name = toldNames.find((one) => one === type)
  if (name === undefined) return null
  const told = { id, type: name, data: readEventData(name, dataschema, data) } as ToldEvent
  return told.type === 'prank-shipped' && told.data.subscriptionId === null ? null : told
}
