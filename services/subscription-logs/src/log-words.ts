import { formatCents } from '@prankpost/contracts'
import type { LogEntry } from './log.model.ts'
import type { OrderPaidEvent, PlanEvent, ShippedEvent } from './reported-event.ts'

type Description = Pick<LogEntry, 'details' | 'metadata'>

/** Describes an event of a plan in a sentence, with the event's other values as metadata. */
export function describePlanEvent({ type, data }: PlanEvent): Description {
  switch (type) {
    case 'subscription-created': {
      const { prankCount, amountCents, month } = data
      const pranks = pranksOf(prankCount)
      const price = `$${formatCents(amountCents)}`
      return {
        details: `Started: ${pranks} a month for ${price}, first month ${period(month)}.`,
        metadata: { event: type, ...month },
      }
    }
    case 'subscription-renewed':
      return { details: `Renewed: month ${period(data.month)}.`, metadata: { event: type, ...data.month } }
    case 'subscription-updated':
      return { details: changes[data.change], metadata: { event: type, change: data.change } }
    case 'subscription-cancelled':
      return { details: ends[data.cancelledBy], metadata: { event: type, cancelledBy: data.cancelledBy } }
  }
}

const changes = {
  past_due: 'Past due: the next month could not be collected.',
  recovered: 'Recovered: the month that was open is paid.',
}
const ends = { customer: 'Cancelled by the customer.', stripe: 'Ended by Stripe.' }

/** Describes a shipped parcel in a sentence, with the event's other values as metadata. */
export function describeParcel({ type, data }: ShippedEvent): Description {
  const { prank, contact, parcelsShipped, parcelsTotal } = data
  const place = [contact.city, contact.state].filter(Boolean).join(' ')
  const target = [contact.name, place].filter(Boolean).join(', ')
  return {
    details: `Parcel ${parcelsShipped} of ${parcelsTotal} shipped: ${prank.name} to ${target}.`,
    metadata: {
      event: type,
      shipmentId: data.shipmentId,
      parcelId: data.parcelId,
      invoiceId: data.invoiceId,
      parcelsShipped,
      parcelsTotal,
      prankId: prank.id,
      prankName: prank.name,
      contactId: data.contactId,
      contactName: contact.name,
    },
  }
}

/** Describes a subscriber's one-time order in a sentence, without its targets. */
export function describeOrder({ type, data: { orderId, items, totalCents } }: OrderPaidEvent): Description {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    details: `One-time order ${orderNumber(orderId)}: ${pranksOf(count)} for $${formatCents(totalCents)}.`,
    metadata: { event: type, orderId, orderNumber: orderNumber(orderId) },
  }
}

/** The number that people see: the last 8 characters of the id, upper case (design, section 6). */
export const orderNumber = (orderId: string): string => orderId.slice(-8).toUpperCase()

const pranksOf = (count: number) => (count === 1 ? '1 prank' : `${count} pranks`)

const period = ({ periodStart, periodEnd }: { periodStart: string; periodEnd: string }) =>
  `from ${periodStart.slice(0, 10)} to ${periodEnd.slice(0, 10)}`
