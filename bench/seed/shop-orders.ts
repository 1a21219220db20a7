import { basePriceCents, checkoutConsent, discountCode, discountedPriceCents } from '@prankpost/contracts'
import { queueFields } from '../../services/fulfilment/src/queue-entry.ts'
import type { Shipment } from '../../services/fulfilment/src/shipment.model.ts'
import { expiryOf, type Order, searchTermsOf, statusEntry } from '../../services/order/src/order.model.ts'
import type { OrderItem } from '../../services/order/src/order-item.model.ts'
import { customerOf, targetsOf } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { parcelNotes } from './words.ts'
import { after, dayMs, drawPrank, hourMs, idOf, minuteMs, momentOf, type World } from './world.ts'

/** The number of orders that a customer places over the years, on average. */
const ordersEach = 3

/** The nth newest one-time order, as the order service stores it. */
export function shopOrder(index: number, count: number, world: World): Order {
  const random = createRandom(world.seed, 'order', index)
  const createdAt = momentOf(index, count, random, world)
  // The first customers have plans; one-time orders come from them and from enough other customers for this average.
  const customer = customerOf(
    world.seed,
    random.between(0, world.amounts.plans + Math.ceil(count / ordersEach)),
  )
  const code = random.chance(0.1) ? discountCode : null
  const items = drawItems(targetsOf(customer), code, random)
  const totalCents = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const listCents = items.reduce((sum, { quantity }) => sum + basePriceCents * quantity, 0)
  const order: Omit<Order, 'searchTerms'> = {
    _id: idOf(random.objectId(createdAt)),
    ownerId: customer.id,
    type: 'once',
    status: 'pending',
    checkout: {
      status: 'payment_session_created',
      stripeSessionId: `cs_test_${random.hex(24)}`,
      errorMessage: null,
    },
    customer: { name: `${customer.firstName} ${customer.lastName}`, email: customer.email },
    items,
    totalCents,
    discountCode: code,
    ...(code !== null && { discountCents: listCents - totalCents }),
    customMessage: random.chance(0.25) ? random.pick(parcelNotes) : null,
    agreement: { ...checkoutConsent(totalCents), at: createdAt },
    paymentIntentId: null,
    plan: null,
    statusHistory: [statusEntry('pending', 'customer', createdAt)],
    createdAt,
    revision: 2,
    outbox: [],
  }
  for (const { status, actor, at } of fateOf(createdAt, random, world)) {
    if (at > world.now) break
    if (status === 'paid') Object.assign(order, { paidAt: at, paymentIntentId: `pi_${random.hex(24)}` })
    if (status === 'shipped') order.items = order.items.map((item) => ({ ...item, shippedAt: at }))
    order.status = status
    order.statusHistory.push({ status, at, actor })
    order.revision++
  }
  if (order.paidAt === undefined) order.unpaidUntil = expiryOf(order)
  return { ...order, searchTerms: searchTermsOf(order) }
}

function drawItems(targets: ReturnType<typeof targetsOf>, code: string | null, random: Random): OrderItem[] {
  const count = random.weighted([
    [1, 6],
    [2, 3],
    [3, 1],
  ] as const)
  return Array.from({ length: count }, (_, index) => {
    const { id: contactId, contact } = random.pick(targets)
    return {
      id: String(index + 1),
      prank: drawPrank(random),
      contactId,
      contact,
      // Not consent's digest, which only it can compute; an order without any would be given one after the start.
      addressDigest: `seed-${contactId}`,
      quantity: random.chance(0.1) ? random.between(2, 4) : 1,
      priceCents: code === null ? basePriceCents : discountedPriceCents,
      shippedAt: null,
      carrier: null,
      trackingNumber: null,
      deliveredAt: null,
      withdrawnAt: null,
      adminNotes: null,
    }
  })
}

/** The status changes of an order in the order of time; those after `now` have not happened yet. */
function fateOf(createdAt: Date, random: Random, { now }: World): Order['statusHistory'] {
  // Unpaid orders expire, so only recent ones are unpaid.
  if (random.chance(0.07) && expiryOf({ createdAt }) > now)
    return [statusEntry('payment_failed', 'payment', after(createdAt, dayMs))]
  const paid = after(createdAt, random.between(1, 15) * minuteMs)
  const processing = after(paid, random.between(1, 8) * hourMs)
  const shipped = after(processing, random.between(1, 30) * hourMs)
  const delivered = after(shipped, random.between(2, 7) * dayMs)
  return [
    statusEntry('paid', 'payment', paid),
    ...(random.chance(0.7) ? [statusEntry('processing', 'admin', processing)] : []),
    statusEntry('shipped', 'admin', shipped),
    ...(random.chance(0.9) ? [statusEntry('delivered', 'admin', delivered)] : []),
  ]
}

/** The parcels of a one-time order as fulfilment stores them; null for an order that was never paid. */
export function orderShipment(order: Order): Shipment | null {
  if (order.paidAt === undefined) return null
  const random = createRandom(String(order._id), 'shipment')
  const lastShippedAt = order.items[0]?.shippedAt ?? null
  const parcelsTotal = order.items.length
  const shipment = {
    _id: idOf(random.objectId(order.paidAt)),
    ownerId: order.ownerId,
    orderId: String(order._id),
    customMessage: order.customMessage,
    // Without what only order stores with an item.
    parcels: order.items.map(({ id, priceCents: _p, deliveredAt: _d, addressDigest: _digest, ...item }) => ({
      ...item,
      id: `${order._id}-${id}`,
      eventId: item.shippedAt === null ? null : random.uuid(),
    })),
    parcelsTotal,
    paidAt: order.paidAt,
    withdrawnAt: null,
    ...(lastShippedAt === null ? { parcelsDue: parcelsTotal, dueSince: order.paidAt } : { lastShippedAt }),
    revision: lastShippedAt === null ? 1 : 2,
    outbox: [],
  }
  return { ...shipment, ...queueFields(shipment) }
}
