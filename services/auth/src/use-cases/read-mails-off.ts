import type { mailsOffAnswer } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/**
 * The kinds of mails that the owner of an address switched off. Only a verified address counts: another person may have
 * registered an unverified one.
 */
export async function readMailsOff(
  { email }: { email: string },
  { users }: Pick<Deps, 'users'>,
): Promise<z.output<typeof mailsOffAnswer>> {
  const owner = { email: email.trim().toLowerCase(), emailVerifiedAt: { $ne: null } }
  const user = await users.findOne(owner, { mailsOff: 1 }).lean()
  return { mailsOff: user?.mailsOff ?? [] }
}
