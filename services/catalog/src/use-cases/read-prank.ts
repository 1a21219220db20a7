import type { PrankDetails } from '@prankpost/contracts'
import { gone, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { internalFields, toDto } from '../prank.model.ts'

/**
 * The prank of a current or a former slug, in any case; the answer has the current one.
 * @throws 404 when no prank has or had this slug, 410 when the prank is no longer on sale
 */
export async function readPrank(
  { slug }: { slug: string },
  { pranks }: Pick<Deps, 'pranks'>,
): Promise<PrankDetails> {
  const prank = await pranks.findOne({ slugs: slug.toLowerCase() }, internalFields).lean()
  if (prank === null) throw notFound('There is no prank at this address.')
  if (!prank.onSale) throw gone(`We no longer send ${prank.name}.`)
  const { slugs: [current = slug] = [], contents = '', allergens = '' } = prank
  return { ...toDto(prank), slug: current, contents, allergens }
}
