import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** The data of an account that other services may read. @throws 404 when the account does not exist */
export async function readAccount(
  { id }: { id: string },
  { users }: Pick<Deps, 'users'>,
): Promise<{ email: string; firstName: string; emailVerified: boolean }> {
  const user = await users
    .findOne({ _id: id, deletion: { $exists: false } }, { email: 1, firstName: 1, emailVerifiedAt: 1 })
    .lean()
  if (user === null) throw notFound('There is no such account.')
  return { email: user.email, firstName: user.firstName, emailVerified: user.emailVerifiedAt != null }
}
