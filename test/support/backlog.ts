import { randomUUID } from 'node:crypto'
import { ObjectId } from 'mongodb'
import type { Ledgers } from '../../ledgers/index.ts'

/**
 * Creates `count` paid orders with their order-paid in the outbox, as a process that died after each write
 * would leave them: copies of a real one, each with its own ids. They are due at once.
 */
export async function leaveBacklog(
  { orders }: Pick<Ledgers, 'orders'>,
  orderId: string,
  count: number,
): Promise<string[]> {
  const template = await orders.findOne({ _id: new ObjectId(orderId) })
  if (template === null) throw new Error(`no order ${orderId}`)
  const ids = Array.from({ length: count }, () => new ObjectId())
  for (let start = 0; start < count; start += 1_000) {
    await orders.insertMany(ids.slice(start, start + 1_000).map((_id) => copyOf(template, _id)))
  }
  return ids.map(String)
}

function copyOf(template: Record<string, unknown>, _id: ObjectId) {
  // A cart's key belongs to one order only.
  const { cartKey: _unique, ...order } = template as { items: Record<string, unknown>[] } & Record<
    string,
    unknown
  >
  const { ownerId, items, totalCents, customMessage } = order
  const orderId = String(_id)
  const parcels = items.map(({ id, prank, contactId, contact, quantity, priceCents }) => {
    return { parcelId: `${orderId}-${id}`, prank, contactId, contact, quantity, priceCents }
  })
  const at = new Date()
  const data = { orderId, ownerId, items: parcels, totalCents, customMessage, paidAt: at.toISOString() }
  const entry = { id: randomUUID(), type: 'order-paid', subject: orderId, time: at, data }
  return { ...order, _id, outbox: [entry], outboxDueAt: at }
}
