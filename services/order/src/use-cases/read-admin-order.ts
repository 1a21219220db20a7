import type { AdminOrder } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toAdminOrder } from '../order.dto.ts'
import { stripeSubscriptionsOf } from './list-orders.ts'

/** An order as the operator sees it. @throws 404 for an unknown order */
export async function readAdminOrder(orderId: string, { orders }: Pick<Deps, 'orders'>): Promise<AdminOrder> {
  const order = await orders.findById(orderId).lean()
  if (order === null) throw notFound('There is no such order.')
  const plans = await stripeSubscriptionsOf([order], orders)
  return toAdminOrder(order, plans.get(order.ownerId ?? '') ?? null)
}
