import type { CustomerOrder } from '@prankpost/contracts'
import { notFound, type SessionUser } from '@prankpost/service-kit'
import { toCustomerOrder } from '../customer-order.dto.ts'
import type { Deps } from '../deps.ts'

/** An order of the customer, with its parcels, its timeline and what they can still change. @throws 404 for any other */
export async function readOwnOrder(
  { orderId, user }: { orderId: string; user: SessionUser },
  { orders, now }: Pick<Deps, 'orders' | 'now'>,
): Promise<CustomerOrder> {
  const order = await orders.findOne({ _id: orderId, ownerId: user.id }).lean()
  if (order === null) throw notFound('We could not find this order.')
  return toCustomerOrder(order, now())
}
