import { forgottenAddress, formatCents, isOpenEnded } from '@prankpost/contracts'
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
      return { details: describeUpdate(data), metadata: { event: type, ...changeOf(data) } }
    case 'subscription-cancelled':
      return { details: ends[data.cancelledBy], metadata: { event: type, cancelledBy: data.cancelledBy } }
  }
}

type Updated = Extract<PlanEvent, { type: 'subscription-updated' }>['data']

function describeUpdate({
  change,
  nextPrankCount,
  nextAmountCents,
  changesAt,
  pausedUntil,
  monthDropped,
}: Updated): string {
  switch (change) {
    case 'past_due':
      return 'Past due: the next month could not be collected.'
    case 'recovered':
      return monthDropped
        ? 'No longer past due: the open month is not collected any more.'
        : 'Recovered: the month that was open is paid.'
    case 'changed':
      return nextPrankCount && nextAmountCents != null && changesAt
        ? `Changed: ${pranksOf(nextPrankCount)} a month for $${formatCents(nextAmountCents)}, from ${changesAt.slice(0, 10)}.`
        : 'Changed: the planned change was removed.'
    case 'paused':
      if (isOpenEnded(pausedUntil)) return 'Paused without an end.'
      return pausedUntil ? `Paused until ${pausedUntil.slice(0, 10)}.` : 'Paused.'
    case 'resumed':
      return 'Resumed: the next month is charged.'
  }
}

/** The values of a change or a pause; other updates have none. */
const changeOf = ({ change, nextPrankCount, nextAmountCents, changesAt, pausedUntil }: Updated) => ({
  change,
  ...(change === 'changed' && { nextPrankCount, nextAmountCents, changesAt }),
  ...(change === 'paused' && { pausedUntil }),
})

const ends = { customer: 'Cancelled by the customer.', stripe: 'Ended by Stripe.' }

/** Describes a shipped parcel in a sentence, with the event's other values as metadata; without a recipient who was forgotten. */
export function describeParcel({ type, data }: ShippedEvent): Description {
  const { prank, contact, parcelsShipped, parcelsTotal } = data
  const place = [contact.city, contact.state].filter(Boolean).join(' ')
  const isForgotten = contact.name === forgottenAddress.name
  const target = isForgotten ? '' : ` to ${[contact.name, place].filter(Boolean).join(', ')}`
  return {
    details: `Parcel ${parcelsShipped} of ${parcelsTotal} shipped: ${prank.name}${target}.`,
    metadata: {
      event: type,
      shipmentId: data.shipmentId,
      parcelId: data.parcelId,
      invoiceId: data.invoiceId,
      parcelsShipped,
      parcelsTotal,
      prankId: prank.id,
      prankName: prank.name,
      ...(!isForgotten && { contactId: data.contactId, contactName: contact.name }),
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
