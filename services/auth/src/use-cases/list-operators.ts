import type { AnswerOf, QueryOf } from '@prankpost/contracts'
import { findListPage, searchFilter } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toOperatorDto } from '../operator.dto.ts'
import type { Operator } from '../operator.model.ts'

/** The owner's list of operators, newest first. `q` finds words that begin with the given text in names and e-mails. */
export async function listOperators(
  { limit, cursor, q }: QueryOf<'GET /api/admin/operators'>,
  { operators }: Pick<Deps, 'operators'>,
): Promise<AnswerOf<'GET /api/admin/operators'>> {
  const filter = searchFilter(q)
  const { documents, ...page } = await findListPage<Operator>(operators, {
    filter,
    limit,
    cursor,
    projection: { searchTerms: 0 },
  })
  return { items: documents.map(toOperatorDto), ...page }
}
