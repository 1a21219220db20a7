import { type OrderAgreement, toAgreement } from '@prankpost/contracts'
import type { SessionUser } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { orderNumber } from '../order.model.ts'

const maxOrders = 5

/** What a customer agreed to with their newest paid one-time orders, newest first. Older ones are on the orders' pages. */
export async function listOrderAgreements(
  { user }: { user: SessionUser },
  { orders }: Pick<Deps, 'orders'>,
): Promise<OrderAgreement[]> {
  const found = await orders
    .find(
      { ownerId: user.id, paidAt: { $gt: new Date(0) }, type: 'once', agreement: { $exists: true } },
      { agreement: 1 },
    )
    .sort({ paidAt: -1 })
    .limit(maxOrders)
    .lean()
  return found.flatMap(({ _id, agreement }) =>
    agreement === undefined
      ? []
      : [{ ...toAgreement(agreement), orderId: String(_id), orderNumber: orderNumber(_id) }],
  )
}
