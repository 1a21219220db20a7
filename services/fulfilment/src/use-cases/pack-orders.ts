import { type PackAnswer, packAnswer } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { conflict, mapAtOnce } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Shipment } from '../shipment.model.ts'
import { applyOrderParcels } from './change-order-parcels.ts'

type PackedOrder = PackAnswer['orders'][number]

/** Order packs each of them in its own write, within the timeout of one call. */
const ordersPerCall = 100
/** The reasons that fit into one message. */
const maxReasons = 10

/**
 * Ensures that order has packed the one-time orders of these shipments, and stores the present addresses of their
 * parcels: from then on an order can neither be cancelled nor edited, so what is printed stays true. Months of plans
 * need no packing. A repeat finds packed orders. When the process dies after an order was packed, its addresses are
 * stored by the repeat. Returns the number of each order.
 * @throws 409 with the numbers of the orders that cannot be packed, while the others stay packed; 503 when order is down
 */
export async function packOrders(
  shipments: Shipment[],
  { order, outbox }: Pick<Deps, 'order' | 'outbox'>,
): Promise<Map<string, string>> {
  const orderIds = shipments.flatMap(({ orderId }) => orderId ?? [])
  const answered = new Map<string, PackedOrder>()
  for (const ids of chunksOf(orderIds, ordersPerCall)) {
    const { orders } = await order.post('/internal/orders/pack', packAnswer, { orderIds: ids })
    for (const one of orders) answered.set(one.orderId, one)
  }
  checkpoint('fulfilment:orders-packed')
  await mapAtOnce(shipments, (shipment) => storeParcels(shipment, answered, outbox))
  const refused = orderIds.flatMap((id) => reasonOf(answered.get(id)) ?? [])
  // A packed order cannot be cancelled or edited any more: the operator prints it now, and does not leave it for later.
  const isPartly = refused.length < orderIds.length
  const others = isPartly ? ' The other orders are packed already: print them without these.' : ''
  if (refused.length > 0) throw conflict(`${nothingPrinted(refused)}${others}`)
  return new Map([...answered.values()].map(({ orderId, orderNumber }) => [orderId, orderNumber]))
}

async function storeParcels(read: Shipment, answered: Map<string, PackedOrder>, outbox: Deps['outbox']) {
  const state = answered.get(read.orderId ?? '')
  if (state === undefined || applyOrderParcels(read, state, new Date()) === null) return
  await outbox.change({ _id: read._id }, (shipment) => applyOrderParcels(shipment, state, new Date()), read)
}

/** Why an order cannot be packed; null when it is packed. */
function reasonOf(order: PackedOrder | undefined): string | null {
  if (order === undefined) return 'One of the orders does not exist any more.'
  return order.packed ? null : `${order.orderNumber}: ${order.message ?? 'It cannot be packed.'}`
}

/** The message of a refusal, for the operator: what to remove from the selection. */
export function nothingPrinted(reasons: string[]): string {
  const more = reasons.length - maxReasons
  return [
    'Nothing was printed.',
    ...reasons.slice(0, maxReasons),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ].join(' ')
}

function chunksOf<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
