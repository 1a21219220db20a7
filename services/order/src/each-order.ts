import { isOutage } from '@prankpost/service-kit'
import type { QueryFilter, Types } from 'mongoose'
import type { Deps } from './deps.ts'
import type { Order } from './order.model.ts'

/**
 * Does `work` for the id of each order that matches, one after another. One that fails does not stop the others, unless all of
 * them would fail.
 * @throws the first failure, after the others: a repeat, which the work has to allow, is for those that failed
 */
export async function forEachOrder(
  filter: QueryFilter<Order>,
  { orders }: Pick<Deps, 'orders'>,
  work: (id: Types.ObjectId) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const { _id } of orders.find(filter, { _id: 1 }).lean().cursor()) {
    await work(_id).catch((error) => {
      if (isOutage(error)) throw error
      failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}
