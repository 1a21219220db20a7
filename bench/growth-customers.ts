import type { Stack } from '@prankpost/test-harness'
import { MongoClient, ObjectId } from 'mongodb'
import { sandboxOf } from '../test/support/sandbox.ts'
import type { Shopper } from '../test/support/shopper.ts'
import { minuteMs } from './seed/world.ts'

/** Gives a customer this many paid orders: one purchase, and copies of it with older dates. */
export async function customerWithHistory(stack: Stack, shopper: Shopper, size: number): Promise<Shopper> {
  const { orderId, sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  const client = new MongoClient(stack.mongodbUri)
  try {
    const orders = client.db(`${stack.databasePrefix}_order`).collection(`orders`)
    const bought = await orders.findOne({ _id: new ObjectId(orderId) })
    if (bought === null) throw new Error(`no order ${orderId}`)
    // A cart's key is unique, and the copies have no events to publish.
    const { cartKey: _unique, outboxDueAt: _due, ...order } = bought
    const paidAt: Date = order.paidAt
    const copies = Array.from({ length: size - 1 }, (_, n) => {
      const at = new Date(paidAt.getTime() - (n + 1) * minuteMs)
      return { ...order, _id: new ObjectId(), outbox: [], paidAt: at, createdAt: at }
    })
    await orders.insertMany(copies)
  } finally {
    await client.close()
  }
  return shopper
}
