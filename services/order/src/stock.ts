import { internalPranks, reservationAnswer, shortageOf } from '@prankpost/contracts'
import { invalid } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import type { Order, OrderItem } from './order.model.ts'

/**
 * Reserves what an unpaid order needs of counted pranks; a repeat renews the reservation. Other orders do not call catalog.
 * @throws 409 with a message for the customer when a prank is sold out, 503 when catalog is unavailable
 */
export async function reserveStock(
  order: Pick<Order, '_id' | 'items' | 'reservesStock'>,
  sessionId: string | null,
  { catalog }: Pick<Deps, 'catalog'>,
): Promise<void> {
  if (!order.reservesStock) return
  const request = { orderId: String(order._id), pranks: quantitiesOf(order.items), sessionId }
  await catalog.post('/internal/reservations', reservationAnswer, request)
}

/**
 * Checks whether enough is left of counted pranks; reserves nothing.
 * @throws 400 with a message for the customer, 503 when catalog is unavailable
 */
export async function checkStock(
  { items, reservesStock }: Pick<Order, 'items' | 'reservesStock'>,
  { catalog }: Pick<Deps, 'catalog'>,
): Promise<void> {
  if (!reservesStock) return
  const needed = quantitiesOf(items)
  const ids = needed.map(({ prankId }) => prankId).join(',')
  const pranks = await catalog.get(`/internal/pranks?${new URLSearchParams({ ids })}`, internalPranks)
  for (const { prankId, quantity } of needed) {
    const prank = pranks.find((one) => one.prankId === prankId)
    const left = prank?.left ?? quantity
    if (left < quantity) throw invalid(shortageOf(prank?.name ?? 'This prank', left))
  }
}

/** The units of each prank. */
function quantitiesOf(items: readonly OrderItem[]): { prankId: string; quantity: number }[] {
  const sums = new Map<string, number>()
  for (const { prank, quantity } of items) sums.set(prank.id, (sums.get(prank.id) ?? 0) + quantity)
  return [...sums].map(([prankId, quantity]) => ({ prankId, quantity }))
}
