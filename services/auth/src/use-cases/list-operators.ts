import type { Operator as OperatorDto } from '@prankpost/contracts'
import { findListPage, searchFilter } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toOperatorDto } from '../operator.dto.ts'
import type { Operator } from '../operator.model.ts'

/** The owner's list of operators, newest first. `q` finds words that begin with the given text in names and e-mails. */
export async function listOperators(
  { limit, cursor, q }: { limit: number; cursor?: string | undefined; q?: string | undefined },
  { operators }: Pick<Deps, 'operators'>,
): Promise<{ items: OperatorDto[]; total: number; nextCursor: string | null }> {
  const filter = searchFilter(q)
  const { documents, ...page } = await findListPage<Operator>(operators, {
    filter,
    limit,
    cursor,
    projection: { searchTerms: 0 },
  })
  return { items: documents.map(toOperatorDto), ...page }
}
