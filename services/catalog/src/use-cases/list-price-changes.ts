import { formatCents, type PriceChange } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** The latest changes of a prank's price, latest first. @throws 404 when the prank does not exist */
export async function listPriceChanges(
  { id }: { id: string },
  { pranks }: Pick<Deps, 'pranks'>,
): Promise<PriceChange[]> {
  const prank = await pranks.findById(id, { priceChanges: 1 }).lean()
  if (prank === null) throw notFound('This prank does not exist.')
  return (prank.priceChanges ?? []).toReversed().map(({ at, fromCents, toCents, by }) => ({
    at: at.toISOString(),
    from: formatCents(fromCents),
    to: formatCents(toCents),
    by,
  }))
}
