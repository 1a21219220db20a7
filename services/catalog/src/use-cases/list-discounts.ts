import { type AnswerOf, maxDiscountUses, type QueryOf } from '@prankpost/contracts'
import { findListPage, searchFilter } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { type Discount, toDiscountDto } from '../discount.model.ts'

/** One page of the discount codes, newest first. `q` finds the beginning of a code. */
export async function listDiscounts(
  { limit, cursor, q }: QueryOf<'GET /api/admin/discounts'>,
  deps: Pick<Deps, 'discounts' | 'discountUses'>,
): Promise<AnswerOf<'GET /api/admin/discounts'>> {
  const { documents, ...page } = await findListPage<Discount>(deps.discounts, {
    filter: searchFilter(q),
    limit,
    cursor,
  })
  const items = documents.map(async (one) => toDiscountDto(one, await figuresOf(one.code, deps)))
  return { items: await Promise.all(items), ...page }
}

/** How often a code was used and is held; read from an index, and counted no further than a limit can be. */
export async function figuresOf(
  code: string,
  { discountUses }: Pick<Deps, 'discountUses'>,
): Promise<{ uses: number; held: number }> {
  const count = (state: 'held' | 'used') =>
    discountUses.countDocuments({ code, state }, { limit: maxDiscountUses })
  const [uses, held] = await Promise.all([count('used'), count('held')])
  return { uses, held }
}
