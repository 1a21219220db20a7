import { deletedCustomerName, type LogAction } from '@prankpost/contracts'
import { searchTermsOf } from '@prankpost/service-kit'
import type { LogEntry } from './log.model.ts'
import { describeParcel, describePlanEvent } from './log-words.ts'
import { type PlanEvent, type ShippedEvent, type ToldEvent, toldNames } from './told-event.ts'

const actions: Record<ToldEvent['type'], LogAction> = {
  'subscription-created': 'created',
  'subscription-renewed': 'updated',
  'subscription-updated': 'updated',
  'prank-shipped': 'other',
  'subscription-cancelled': 'cancelled',
}

/** The id of an event's entry, which sorts by time, kind and event; the same event always has the same. */
export function entryId({ id, type, data }: ToldEvent): string {
  const at = 'shippedAt' in data ? data.shippedAt : data.at
  return `${new Date(at).toISOString()}-${toldNames.indexOf(type)}-${id}`
}

/** The entry of what happened to a plan itself. */
export function planEntry(event: PlanEvent): LogEntry {
  const { subscriptionId, stripeSubscriptionId, ownerId, ...data } = event.data
  const plan = {
    subscriptionId,
    stripeSubscriptionId,
    ownerId,
    email: data.customer.email || deletedCustomerName,
  }
  const isChanged = data.previousStatus !== data.status
  return {
    ...plan,
    _id: entryId(event),
    action: actions[event.type],
    at: new Date(data.at),
    previousStatus: isChanged ? data.previousStatus : null,
    newStatus: isChanged ? data.status : null,
    prankCount: data.prankCount,
    amountCents: data.amountCents,
    trackingNumber: null,
    adminNotes: null,
    ...describePlanEvent(event),
    searchTerms: searchTermsOf(namesOf(plan)),
  }
}

/** The entry of a parcel that left. Whose it is and what the plan costs is known from the plan's first entry. */
export function parcelEntry(event: ShippedEvent, beginning: LogEntry): LogEntry {
  const { shippedAt, trackingNumber, adminNotes, contact } = event.data
  const { subscriptionId, stripeSubscriptionId, ownerId, email, prankCount, amountCents } = beginning
  const plan = { subscriptionId, stripeSubscriptionId, ownerId, email }
  return {
    ...plan,
    _id: entryId(event),
    action: actions[event.type],
    at: new Date(shippedAt),
    previousStatus: null,
    newStatus: null,
    prankCount,
    amountCents,
    trackingNumber,
    adminNotes,
    ...describeParcel(event),
    searchTerms: searchTermsOf([...namesOf(plan), trackingNumber, contact.name]),
  }
}

type PlanNames = Pick<LogEntry, 'subscriptionId' | 'stripeSubscriptionId' | 'ownerId' | 'email'>

/** Everything of a plan that the operator may type to find its entries. */
const namesOf = ({ subscriptionId, stripeSubscriptionId, ownerId, email }: PlanNames): string[] => [
  subscriptionId,
  subscriptionId.slice(-8),
  stripeSubscriptionId,
  stripeSubscriptionId.slice(-8),
  ownerId,
  email,
]
