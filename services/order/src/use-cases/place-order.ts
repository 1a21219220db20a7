import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type Order, searchTermsOf, statusEntry } from '../order.model.ts'
import { type PriceOrderInput, priceOrder } from './price-order.ts'

/**
 * Records an order before any money moves: status `pending`, checkout `pending_payment`. Every check
 * of validate-order is made again; the owner is the session's user. Each call makes a new order.
 * @throws as priceOrder does
 */
export async function placeOrder(
  input: PriceOrderInput & { customMessage?: string | null | undefined },
  deps: Deps,
): Promise<{ orderId: string; totalCents: number }> {
  const priced = await priceOrder(input, deps)
  const { user } = input
  const now = new Date()
  const order: Omit<Order, 'searchTerms' | 'outbox' | 'revision'> = {
    _id: new Types.ObjectId(),
    ownerId: user.id,
    type: 'once',
    status: 'pending',
    checkout: { status: 'pending_payment', stripeSessionId: null, errorMessage: null },
    customer: { name: `${user.firstName} ${user.lastName}`, email: user.email },
    ...priced,
    customMessage: input.customMessage || null,
    paymentIntentId: null,
    plan: null,
    statusHistory: [statusEntry('pending', 'customer', now)],
    createdAt: now,
  }
  await deps.outbox.insert({ ...order, searchTerms: searchTermsOf(order) })
  return { orderId: String(order._id), totalCents: priced.totalCents }
}
