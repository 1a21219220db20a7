import { type EventData, heldForReview, isWithin, within } from '@prankpost/contracts'
import { type Change, checkpoint } from '@prankpost/messaging'
import type { Deps } from '../deps.ts'
import { forEachOrder } from '../each-order.ts'
import type { Order } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { isItemWaiting, parcelFields, pendingReview } from '../parcels.ts'
import { parcelsChanged } from '../reports.ts'

type HoldDeps = Pick<Deps, 'orders' | 'outbox' | 'now'>

/**
 * Holds the unsent parcels to an address, and to its units, whose recipient reported harassment, for a review as after the screening: an operator
 * who answers customers releases or refuses each. Hold and event are one conditional write for each order, so a parcel is either
 * sent or held. Unpaid orders stay: they get no new session, and if an open one is paid, consent emits address-reported again.
 *
 * A case holds a parcel once: a repeat, or an event that is late, does not hold again what an operator has released. If the
 * process dies between two orders, the redelivered event holds the others.
 * @throws when an order cannot be changed, after the others: the event is redelivered for that one
 */
export async function holdReported(
  { digest, caseId }: EventData<'address-reported'>,
  deps: HoldDeps,
): Promise<void> {
  await forEachOrder({ 'items.addressDigest': within(digest) }, deps, async (_id) => {
    await deps.outbox.change({ _id }, (order) => withHeld(order, { digest, caseId }, deps.now()))
    checkpoint('order:reported-held')
  })
}

type Reported = Pick<EventData<'address-reported'>, 'digest' | 'caseId'>

function withHeld(order: Order, { digest, caseId }: Reported, at: Date): Change<Order> | null {
  if (order.type !== 'once' || order.paidAt === undefined || order.status === 'cancelled') return null
  const isAffected = (item: OrderItem) =>
    isWithin(item.addressDigest, digest) && item.reportedCase !== caseId && isItemWaiting(order, item)
  if (!order.items.some(isAffected)) return null
  const items = order.items.map((item) => (isAffected(item) ? heldItem(item, caseId) : item))
  const parcels = parcelFields(order, items, at)
  return { update: { $set: parcels }, events: [parcelsChanged({ ...order, ...parcels }, at)] }
}

/** The item, held for a review. What it waited for before stays part of it. */
const heldItem = (item: OrderItem, caseId: string): OrderItem => ({
  ...item,
  heldBecause: item.heldBecause || heldForReview,
  screening: {
    matches: [...(pendingReview(item) ?? []), { kind: 'report', where: 'address' }],
    decidedAt: null,
  },
  reportedCase: caseId,
})
