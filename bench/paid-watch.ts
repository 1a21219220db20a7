import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/local-stack'
import { MongoClient, ObjectId } from 'mongodb'

const lookEveryMs = 20
const patienceMs = 30_000

/** Tells when orders are paid: one look into the database for all who wait, so that the waiting is no load. */
export async function watchPaid(stack: Stack) {
  const client = new MongoClient(stack.mongodbUri, { maxPoolSize: 1 })
  const orders = client.db(`${stack.databasePrefix}_order`).collection('orders')
  const waiting = new Map<string, { since: number; tell: () => void; fail: (error: Error) => void }>()
  let stopped = false
  const look = async () => {
    while (!stopped) {
      const _id = { $in: [...waiting.keys()].map((id) => new ObjectId(id)) }
      const paid =
        waiting.size === 0
          ? []
          : await orders.find({ _id, paidAt: { $exists: true } }, { projection: { _id: 1 } }).toArray()
      for (const { _id } of paid) take(String(_id))?.tell()
      for (const [id, { since }] of waiting) {
        if (performance.now() - since > patienceMs)
          take(id)?.fail(new Error(`order ${id} was not paid in 30 s`))
      }
      await sleep(lookEveryMs)
    }
  }
  const take = (id: string) => {
    const one = waiting.get(id)
    waiting.delete(id)
    return one
  }
  const looking = look()
  return {
    paid: (orderId: string) =>
      new Promise<void>((tell, fail) => waiting.set(orderId, { since: performance.now(), tell, fail })),
    async stop() {
      stopped = true
      await looking
      await client.close()
    },
  }
}
