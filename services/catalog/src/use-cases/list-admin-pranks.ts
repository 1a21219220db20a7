import type { AnswerOf, QueryOf } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { adminFields, maxPranks, toAdminDto } from '../prank.model.ts'

/**
 * One page of all pranks, by position. `q` finds pranks whose name or tier contains all of its words. The catalog is
 * small, so all of it is read.
 */
export async function listAdminPranks(
  { limit, cursor, q = '' }: QueryOf<'GET /api/admin/pranks'>,
  { pranks }: Pick<Deps, 'pranks'>,
): Promise<AnswerOf<'GET /api/admin/pranks'>> {
  const all = await pranks.find({}, adminFields).sort({ position: 1, _id: 1 }).limit(maxPranks).lean()
  const words = q.toLowerCase().split(/\s+/)
  const matches = all.filter(({ name, tier }) => {
    const text = `${name} ${tier}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const start = cursor === undefined ? 0 : matches.findIndex(({ _id }) => _id === cursor) + 1
  const page = matches.slice(start, start + limit)
  const hasMore = limit > 0 && start + limit < matches.length
  return {
    items: page.map(toAdminDto),
    total: matches.length,
    nextCursor: hasMore ? (page.at(-1)?._id ?? null) : null,
  }
}
