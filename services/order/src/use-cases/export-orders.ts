import { streamList } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { hiddenFields, type ListedOrder } from '../order.dto.ts'
import type { Order } from '../order.model.ts'
import { type ListFilter, orderFilter } from './list-orders.ts'

/**
 * All orders of the operator's list under a filter, newest first, one at a time from a cursor.
 * @throws 400 for an unknown status
 */
export function exportOrders(
  filter: ListFilter,
  { orders }: Pick<Deps, 'orders'>,
): AsyncIterable<ListedOrder> {
  return streamList<Order, ListedOrder>(orders, { filter: orderFilter(filter), projection: hiddenFields })
}
