import type { AnswerOf, QueryOf } from '@prankpost/contracts'
import { findListPage } from '@prankpost/service-kit'
import { type Case, toCaseDto } from '../case.model.ts'
import type { Deps } from '../deps.ts'

/** The cases, latest first. */
export async function listCases(
  { limit, cursor, status }: QueryOf<'GET /api/admin/cases'>,
  { cases }: Pick<Deps, 'cases'>,
): Promise<AnswerOf<'GET /api/admin/cases'>> {
  const filter = status === undefined ? {} : { status }
  const { documents, ...page } = await findListPage<Case>(cases, { filter, limit, cursor })
  return { items: documents.map(toCaseDto), ...page }
}
