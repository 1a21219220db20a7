import type { LinkedOrder } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import { toLinkedOrder } from '../customer-order.dto.ts'
import type { Deps } from '../deps.ts'

/** The state of an order, for a link in a mail. @throws 404 for a wrong or expired token, or when the order does not exist any more */
export async function readLinkedOrder(
  token: string,
  { orders, links }: Pick<Deps, 'orders' | 'links'>,
): Promise<LinkedOrder> {
  const link = links.read(token)
  const order = link && (await orders.findById(link.id).lean())
  if (!link || !order) {
    throw notFound(
      'This link is not valid any more. Sign in to see your orders, or use the link in a newer mail.',
    )
  }
  return toLinkedOrder(order, link.expiresAt)
}
