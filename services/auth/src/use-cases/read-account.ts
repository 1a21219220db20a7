import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** What other services may know of an account. @throws 404 when there is none */
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
