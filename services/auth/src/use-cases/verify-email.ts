import { invalid } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/**
 * Notes that whoever follows the link reads the mail of the account's address. A second time changes nothing.
 * @throws 400 when the link is none of ours, has run out, or its account is gone
 */
export async function verifyEmail(
  { token }: { token: string },
  { users, outbox, links }: Pick<Deps, 'users' | 'outbox' | 'links'>,
): Promise<{ message: string }> {
  const id = links.claimedUser(token)
  const user = id === null ? null : await users.findOne({ _id: id }).lean()
  if (user === null || !links.holds(token, 'verify-email', user)) {
    throw invalid('This link does not work any more. Sign in and have a new one sent from your Account.')
  }
  await outbox.change({ _id: user._id }, ({ emailVerifiedAt }) =>
    emailVerifiedAt == null ? { update: { $set: { emailVerifiedAt: new Date() } } } : null,
  )
  return { message: 'Thank you! Your email address is verified.' }
}
