import { type Agreement, toAgreement } from '@prankpost/contracts'
import { unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** What a customer agreed to at sign-up; empty for an account of an earlier version. @throws 401 when the account no longer exists */
export async function listAgreements(
  { id }: { id: string },
  { users }: Pick<Deps, 'users'>,
): Promise<Agreement[]> {
  const user = await users.findOne({ _id: id, deletion: { $exists: false } }, { agreements: 1 }).lean()
  if (user === null) throw unauthorized()
  return (user.agreements ?? []).map(toAgreement)
}
