import type { AdminCustomer } from '@prankpost/contracts'
import { findListPage, searchFilter } from '@prankpost/service-kit'
import { customerFields, toCustomerDto } from '../customer.dto.ts'
import type { Deps } from '../deps.ts'
import type { User } from '../user.model.ts'

/** The operators' list of customers, newest first. `q` finds words that begin with the given text. */
export async function listCustomers(
  { limit, cursor, q }: { limit: number; cursor?: string | undefined; q?: string | undefined },
  { users }: Pick<Deps, 'users'>,
): Promise<{ items: AdminCustomer[]; total: number; nextCursor: string | null }> {
  const { documents, ...page } = await findListPage<User>(users, {
    filter: { isListed: true, ...searchFilter(q) },
    limit,
    cursor,
    projection: customerFields,
  })
  return { items: documents.map(toCustomerDto), ...page }
}
