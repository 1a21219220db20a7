import type { PackAnswer } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { type Order, orderNumber } from '../order.model.ts'
import { hasSentParcel, isItemWaiting, parcelsState } from '../parcels.ts'
import { hasOpenDispute } from '../refund.model.ts'
import { addDigestsNow, type DigestDeps, whyNotChecked } from './add-digests.ts'

type Packed = PackAnswer['orders'][number]

/**
 * Packs one-time orders before documents of their parcels are printed: from then on the customer can neither cancel nor
 * correct an address. Each order is one conditional write. Returns the present addresses, which are to be printed, and
 * for an order that cannot be packed the reason. An order that was packed or sent already may be printed again. Imported
 * orders are checked by consent first: without its answer they are not packed. An order whose parcels are all held is not packed:
 * nothing of it is printed. After a crash, the same call again completes the rest.
 */
export async function packOrders(
  { orderIds }: { orderIds: string[] },
  deps: DigestDeps & Pick<Deps, 'log'>,
): Promise<PackAnswer> {
  await addDigestsNow(orderIds, deps)
  return { orders: await mapAtOnce(new Set(orderIds), (orderId) => packOrder(orderId, deps)) }
}

async function packOrder(orderId: string, { outbox, now }: Pick<Deps, 'outbox' | 'now'>): Promise<Packed> {
  let refusal: string | null = null
  const result = await outbox.change({ _id: orderId }, (order) => {
    refusal = whyNotPack(order)
    const isPackedAlready = order.packedAt !== undefined || hasSentParcel(order)
    return refusal !== null || isPackedAlready ? null : { update: { $set: { packedAt: now() } } }
  })
  if (result === null) return unknown(orderId)
  checkpoint('order:packed')
  const { document: order } = result
  const isPacked = refusal === null
  return {
    orderId,
    orderNumber: orderNumber(orderId),
    packed: isPacked,
    message: refusal,
    ...parcelsState(order),
  }
}

/** Why no document of its parcels may be printed, for the operator. */
function whyNotPack(order: Order): string | null {
  if (order.type !== 'once') return "This is a plan's month: its parcels are packed when they are shipped."
  if (order.status === 'cancelled') return 'This order was cancelled: its parcels are withdrawn.'
  if (hasSentParcel(order)) return null
  if (order.paidAt === undefined) return 'This order is not paid.'
  if (hasOpenDispute(order)) return 'A dispute about this order is open: its parcels wait for the bank.'
  if (order.status !== 'paid' && order.status !== 'processing') return 'The status of this order is not paid.'
  const waiting = order.items.filter((item) => isItemWaiting(order, item))
  const isAllHeld = waiting.every(({ heldBecause }) => heldBecause)
  return isAllHeld && waiting[0]
    ? `All its parcels are held: ${waiting[0].heldBecause}`
    : whyNotChecked(order)
}

const unknown = (orderId: string): Packed => ({
  orderId,
  orderNumber: orderNumber(orderId),
  packed: false,
  message: 'There is no such order.',
  parcelsRevision: 0,
  parcels: [],
})
