import { formatCents } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { checkStock } from '../reservations.ts'
import { type PriceOrderInput, priceOrder } from './price-order.ts'

/** Checks whether a cart can be ordered as it is; changes nothing. @throws 409 while the shop is closed, else as priceOrder and checkStock do */
export async function validateOrder(
  input: PriceOrderInput,
  deps: Deps,
): Promise<{ valid: true; total: string }> {
  await deps.shop.requireOpen(deps.now())
  const priced = await priceOrder(input, deps)
  await checkStock({ ...priced, ownerId: input.user.id }, deps)
  return { valid: true, total: formatCents(priced.totalCents) }
}
