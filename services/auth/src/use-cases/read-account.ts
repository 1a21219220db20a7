import type { accountAnswer } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** The data of an account that other services may read. @throws 404 when the account does not exist */
export async function readAccount(
  { id }: { id: string },
  { users }: Pick<Deps, 'users'>,
): Promise<z.output<typeof accountAnswer>> {
  const fields = { email: 1, firstName: 1, emailVerifiedAt: 1, mailsOff: 1 }
  const user = await users.findOne({ _id: id, deletion: { $exists: false } }, fields).lean()
  if (user === null) throw notFound('There is no such account.')
  const { email, firstName, emailVerifiedAt, mailsOff = [] } = user
  return { email, firstName, emailVerified: emailVerifiedAt != null, mailsOff }
}
