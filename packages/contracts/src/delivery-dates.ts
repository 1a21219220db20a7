import { isBusinessDay } from './business-days.ts'
import { maxArriveByDays, shippingPromiseHours } from './constants.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The hour (UTC) of the day's last collection: a parcel that is ready by then leaves on that day. */
const cutOffHour = 20

/** The middle of the region of each first digit of a ZIP code: latitude and longitude in degrees. */
const regions: readonly (readonly [latitude: number, longitude: number])[] = [
  [42, -73],
  [41.5, -76],
  [37, -78.5],
  [32.5, -85],
  [40.5, -84.5],
  [45, -96],
  [39.5, -93.5],
  [32.5, -96],
  [38.5, -110],
  [40, -121],
]

/** Business days in transit, by the distance between two regions. */
const zones = [
  { upToKm: 500, days: 3 },
  { upToKm: 1_500, days: 4 },
  { upToKm: 2_500, days: 5 },
  { upToKm: Number.POSITIVE_INFINITY, days: 6 },
] as const

/** Alaska, Hawaii, Puerto Rico, the Virgin Islands and the Pacific territories; and the posts of the armed forces. */
const remote = { prefixes: /^(99[5-9]|96[789]|00[6-9])/, days: 10 }
const military = { prefixes: /^(09[0-8]|340|96[2-6])/, days: 15 }

/** How many business days a parcel travels between two ZIP codes. */
export function transitDays(from: string, to: string): number {
  for (const { prefixes, days } of [military, remote]) {
    if (prefixes.test(from) || prefixes.test(to)) return days
  }
  const km = distanceKm(regionOf(from), regionOf(to))
  return zones.find(({ upToKm }) => km < upToKm)?.days ?? zones[3].days
}

const regionOf = (zipCode: string) => regions[Number(zipCode[0])] ?? ([0, 0] as const)

/** The distance on the map, which is enough for regions of this size. */
function distanceKm(a: readonly [number, number], b: readonly [number, number]): number {
  const degreeKm = 111
  const shrink = Math.cos((((a[0] + b[0]) / 2) * Math.PI) / 180)
  return degreeKm * Math.hypot(a[0] - b[0], (a[1] - b[1]) * shrink)
}

interface Journey {
  /** The ZIP code that parcels are sent from. */
  from: string
  zipCode: string
}

/**
 * Until when a parcel is to be shipped to arrive by a day (`YYYY-MM-DD`): counted back from the last business day until then,
 * because nothing is delivered on weekends and holidays, by the business days in transit, to the cut-off.
 */
export function shipByOf(arriveBy: string, { from, zipCode }: Journey): Date {
  let day = new Date(`${arriveBy}T00:00:00Z`)
  while (!isBusinessDay(day)) day = dayBefore(day)
  for (let left = transitDays(from, zipCode); left > 0; ) {
    day = dayBefore(day)
    if (isBusinessDay(day)) left--
  }
  return new Date(day.getTime() + cutOffHour * hourMs)
}

const dayBefore = (day: Date) => new Date(day.getTime() - dayMs)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/**
 * The days on which a parcel that is paid now can arrive, earliest first: there is the promised time to ship it, and the day
 * is at most `maxArriveByDays` ahead.
 */
export function deliveryDates(journey: Journey, now: Date): string[] {
  const days = Array.from(
    { length: maxArriveByDays },
    (_, n) => new Date(now.getTime() + (n + 1) * dayMs),
  ).filter(isBusinessDay)
  // A parcel that can arrive by a day can arrive by each later one.
  const first = days.findIndex((day) => canArriveBy(dayOf(day), journey, now))
  return first < 0 ? [] : days.slice(first).map(dayOf)
}

/** Whether a parcel that is paid now can arrive by a day. A weekend and a holiday count as the business day before. */
export const canArriveBy = (day: string, journey: Journey, now: Date): boolean =>
  day <= dayOf(new Date(now.getTime() + maxArriveByDays * dayMs)) &&
  shipByOf(day, journey).getTime() >= now.getTime() + shippingPromiseHours * hourMs
