import {
  type CheckoutItem,
  canArriveBy,
  deliveryDates,
  deliveryRange,
  maxArriveByDays,
  shipByOf,
} from '@prankpost/contracts'
import { invalid } from '@prankpost/service-kit'
import type { OrderItem } from './order-item.model.ts'

/** When an item is to arrive, and until when it is shipped for that. Both are missing for as soon as possible. */
export type Arrival = Pick<OrderItem, 'arriveBy' | 'shipBy'>

interface From {
  /** The ZIP code that parcels are sent from. */
  shipFromZip: string
  now: () => Date
}

/** The days by which a parcel to a ZIP code can arrive. */
export const listDeliveryDates = ({ zipCode }: { zipCode: string }, { shipFromZip, now }: From) => ({
  dates: deliveryDates({ from: shipFromZip, zipCode }, now()),
})

/**
 * The day that the customer chose for an item, with its ship-by date.
 * @throws 400 with a message that names the target and the possible dates
 */
export function arrivalOf(
  { arriveBy }: Pick<CheckoutItem, 'arriveBy'>,
  { contact }: Pick<OrderItem, 'contact'>,
  { shipFromZip, now }: From,
): Arrival {
  if (!arriveBy) return {}
  const journey = { from: shipFromZip, zipCode: contact.zipCode }
  if (canArriveBy(arriveBy, journey, now())) return { arriveBy, shipBy: shipByOf(arriveBy, journey) }
  const first = deliveryDates(journey, now()).at(0) ?? arriveBy
  const possible =
    arriveBy < first
      ? `The earliest possible date is ${dayText(first)}.`
      : `The date must be in the next ${maxArriveByDays} days.`
  throw invalid(`A parcel for ${contact.name} cannot arrive by ${dayText(arriveBy)}. ${possible}`)
}

/** Refuses items whose date has become impossible since they were ordered. @throws as arrivalOf does */
export function insistOnDates(items: OrderItem[], from: From): void {
  for (const item of items) arrivalOf(item, item, from)
}

/**
 * The item after its address was corrected: to be shipped by another date, if its ZIP code is farther or nearer. If it can no
 * longer arrive by its day, the former date stays.
 */
export function withNewZip(item: OrderItem, { shipFromZip, now }: From): OrderItem {
  const { arriveBy, contact } = item
  const journey = { from: shipFromZip, zipCode: contact.zipCode }
  return arriveBy && canArriveBy(arriveBy, journey, now())
    ? { ...item, shipBy: shipByOf(arriveBy, journey) }
    : item
}

/** The item as soon as possible. */
export const withoutDate = ({ arriveBy: _day, shipBy: _until, ...item }: OrderItem): OrderItem => item

/** When an item is expected that is sent, or paid, at `from`: by its day, if it has one and is not sent. */
export function expectedRange({ arriveBy, shippedAt }: Arrival & { shippedAt: Date | null }, from: Date) {
  return arriveBy && shippedAt === null ? { from: arriveBy, to: arriveBy } : deliveryRange(from)
}

/** The date of an item in events. */
export const arrivalInEvent = ({ arriveBy, shipBy }: Arrival) => ({
  arriveBy: arriveBy ?? null,
  shipBy: shipBy?.toISOString() ?? null,
})

/** A day as people read it, `Apr 1`. */
const dayText = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
