import { unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** Whether the customer's e-mail address is verified. @throws 401 when the account no longer exists */
export async function readEmailVerification(
  { id }: { id: string },
  { users }: Pick<Deps, 'users'>,
): Promise<{ email: string; verified: boolean }> {
  const user = await users.findOne({ _id: id }, { email: 1, emailVerifiedAt: 1 }).lean()
  if (user === null) throw unauthorized()
  return { email: user.email, verified: user.emailVerifiedAt != null }
}
