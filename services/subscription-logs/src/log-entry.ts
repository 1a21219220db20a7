import { deletedCustomerName, forgottenAddress, type LogAction } from '@prankpost/contracts'
import { searchTermsOf } from '@prankpost/service-kit'
import type { LogEntry } from './log.model.ts'
import { describeOrder, describeParcel, describePlanEvent, orderNumber } from './log-texts.ts'
import {
  type OrderPaidEvent,
  type PlanEvent,
  type ReportedEvent,
  reportedNames,
  type ShippedEvent,
} from './reported-event.ts'

const actions: Record<ReportedEvent['type'], LogAction> = {
  'subscription-created': 'created',
  'subscription-renewed': 'updated',
  'subscription-updated': 'updated',
  'prank-shipped': 'other',
  'subscription-cancelled': 'cancelled',
  'order-paid': 'other',
}

/**
 * The id of an event's entry. It sorts by time, kind and event, and is always the same for the same event. For a paid
 * order the order's id replaces the event's id: an order is paid once, and a rebuild knows only the order.
 */
export function entryId(event: ReportedEvent): string {
  const id = event.type === 'order-paid' ? event.data.orderId : event.id
  return `${timeOf(event).toISOString()}-${reportedNames.indexOf(event.type)}-${id}`
}

function timeOf({ data }: ReportedEvent): Date {
  if ('shippedAt' in data) return new Date(data.shippedAt)
  return new Date('paidAt' in data ? data.paidAt : data.at)
}

/** The entry of an event of the plan itself. */
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

/**
 * The entry of a shipped parcel. The customer and the price come from the entry of its paid month. It names no recipient of
 * a customer whose account was deleted.
 */
export function parcelEntry(event: ShippedEvent, month: LogEntry): LogEntry {
  const { shippedAt, trackingNumber, adminNotes, contact, parcelsTotal } = event.data
  const { subscriptionId, stripeSubscriptionId, ownerId, email, amountCents } = month
  const plan = { subscriptionId, stripeSubscriptionId, ownerId, email }
  const entry = {
    ...plan,
    _id: entryId(event),
    action: actions[event.type],
    at: new Date(shippedAt),
    previousStatus: null,
    newStatus: null,
    prankCount: parcelsTotal,
    amountCents,
    trackingNumber,
    adminNotes,
    ...describeParcel(event),
    searchTerms: searchTermsOf([
      ...namesOf(plan),
      trackingNumber,
      contact.name === forgottenAddress.name ? null : contact.name,
    ]),
  }
  return email === deletedCustomerName ? { ...entry, ...withoutRecipient(entry) } : entry
}

/** The fields of an entry that may identify a recipient, erased. A rebuild writes the same once fulfilment has erased them. */
export function withoutRecipient(entry: LogEntry) {
  const { contactName: _name, contactId: _id, ...metadata } = entry.metadata
  const { parcelsShipped, parcelsTotal, prankName } = metadata
  return {
    trackingNumber: null,
    adminNotes: null,
    metadata,
    details:
      'contactName' in entry.metadata
        ? `Parcel ${parcelsShipped} of ${parcelsTotal} shipped: ${prankName}.`
        : entry.details,
    searchTerms: searchTermsOf(namesOf(entry)),
  }
}

/** The entry of a subscriber's one-time order, with the first entry of the plan that was running at the payment. */
export function orderEntry(event: OrderPaidEvent, beginning: LogEntry): LogEntry {
  const { orderId, items, totalCents, paidAt } = event.data
  const { subscriptionId, stripeSubscriptionId, ownerId, email } = beginning
  const plan = { subscriptionId, stripeSubscriptionId, ownerId, email }
  return {
    ...plan,
    _id: entryId(event),
    action: actions[event.type],
    at: new Date(paidAt),
    previousStatus: null,
    newStatus: null,
    prankCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
    amountCents: totalCents,
    trackingNumber: null,
    adminNotes: null,
    ...describeOrder(event),
    searchTerms: searchTermsOf([...namesOf(plan), orderId, orderNumber(orderId)]),
  }
}

type PlanNames = Pick<LogEntry, 'subscriptionId' | 'stripeSubscriptionId' | 'ownerId' | 'email'>

/** Everything about a plan by which the operator can find its entries. */
const namesOf = ({ subscriptionId, stripeSubscriptionId, ownerId, email }: PlanNames): string[] => [
  subscriptionId,
  subscriptionId.slice(-8),
  stripeSubscriptionId,
  stripeSubscriptionId.slice(-8),
  ownerId,
  email,
]
