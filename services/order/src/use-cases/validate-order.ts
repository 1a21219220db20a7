import { formatCents } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { type PriceOrderInput, priceOrder } from './price-order.ts'

/** Checks whether a cart can be ordered as it is; changes nothing. @throws as priceOrder does */
export async function validateOrder(
  input: PriceOrderInput,
  deps: Deps,
): Promise<{ valid: true; total: string }> {
  const { totalCents } = await priceOrder(input, deps)
  return { valid: true, total: formatCents(totalCents) }
}
