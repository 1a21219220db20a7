/** Until when the shop is closed, and why; null while it is open. */
export interface Shop {
  closedUntil: string | null
  closedReason: string | null
}

/** A shop that is closed. */
export interface Closure extends Shop {
  closedUntil: string
}

/** Whether nothing can be bought at this time. */
export const isClosed = (shop: Shop, now: Date): shop is Closure =>
  shop.closedUntil !== null && new Date(shop.closedUntil) > now

const reopening = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
  timeZoneName: 'short',
})

/** The end of the closure for customers, in the time of New York: `Monday, December 28, 2026 at 9:00 AM EST`. */
export const reopeningOf = (closedUntil: string): string => reopening.format(new Date(closedUntil))

/** What customers read while the shop is closed. */
export const closedMessage = ({ closedUntil, closedReason }: Closure): string =>
  `The shop is closed until ${reopeningOf(closedUntil)}.${closedReason ? ` ${closedReason}` : ''}`
