import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { idOf } from '../samples.ts'

const hourMs = 3_600_000

/** The time in this number of hours. */
export const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

/** A parcel of the queue. */
export const parcelOf = (n: number, more: Partial<QueuedParcel> = {}): QueuedParcel => ({
  id: idOf(n),
  state: 'to_pack',
  type: 'once',
  reference: null,
  prank: { id: 'f0'.repeat(12), name: `Potato ${n}`, image: 'potato' },
  quantity: 1,
  recipient: {
    name: `Gerald ${n}`,
    address: '1 Path',
    address2: null,
    city: 'Bend',
    state: 'OR',
    zipCode: '97701',
  },
  paidAt: at(-20),
  shipBy: at(4.5),
  printedAt: null,
  prints: 0,
  shippedAt: null,
  deliveredAt: null,
  returnedAt: null,
  heldBecause: null,
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  orderId: null,
  ...more,
})

/** A page of the queue. */
export const list = (...items: QueuedParcel[]) => ({ body: { items, total: items.length, nextCursor: null } })
