import type { AnswerOf, QueryOf } from '@prankpost/contracts'
import { findListPage, searchFilter } from '@prankpost/service-kit'
import { customerFields, toCustomerDto } from '../customer.dto.ts'
import type { Deps } from '../deps.ts'
import type { User } from '../user.model.ts'

/** The operators' list of customers, newest first. `q` finds words that begin with the given text. */
export async function listCustomers(
  { limit, cursor, q }: QueryOf<'GET /api/admin/customers'>,
  { users }: Pick<Deps, 'users'>,
): Promise<AnswerOf<'GET /api/admin/customers'>> {
  const { documents, ...page } = await findListPage<User>(users, {
    filter: { isListed: true, ...searchFilter(q) },
    limit,
    cursor,
    projection: customerFields,
  })
  return { items: documents.map(toCustomerDto), ...page }
}
