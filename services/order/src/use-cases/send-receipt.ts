import { pipeline } from 'node:stream/promises'
import { conflict, notFound, type SessionUser } from '@prankpost/service-kit'
import type { Response } from 'express'
import type { Deps } from '../deps.ts'
import { orderNumber } from '../order.model.ts'

/**
 * Sends the receipt of a paid order as a PDF. It names no target.
 * @throws 404 for an unknown order or one of another customer, 409 when it is not paid
 */
export async function sendReceipt(
  { orderId, user, res }: { orderId: string; user: SessionUser; res: Response },
  { orders, publicUrl }: Pick<Deps, 'orders' | 'publicUrl'>,
): Promise<void> {
  const order = await orders.findOne({ _id: orderId, ownerId: user.id }).lean()
  if (order === null) throw notFound('We could not find this order.')
  if (order.paidAt === undefined) throw conflict('This order is not paid, so there is no receipt yet.')
  // The PDF library takes 9 MB of memory, so it is loaded with the first receipt.
  const { createReceipt } = await import('../receipt.ts')
  res.setHeader('content-type', 'application/pdf')
  res.setHeader('content-disposition', `attachment; filename="receipt-${orderNumber(order._id)}.pdf"`)
  await pipeline(createReceipt(order, { publicUrl, paidAt: order.paidAt }), res)
}
