import { forbidden, invalid, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/**
 * Records that the signed-in customer can read the mail of the account's address. Only the link mailed for this account
 * is accepted: otherwise the owner of an address could verify an account that another person registered with it. A
 * second use changes nothing.
 * @throws 403 when the link belongs to another account, 400 when it is invalid or expired or its account was deleted,
 * 401 when the session's account was deleted
 */
export async function verifyEmail(
  { token, ownerId }: { token: string; ownerId: string },
  { users, outbox, tokens, links }: Pick<Deps, 'users' | 'outbox' | 'tokens' | 'links'>,
): Promise<{ message: string }> {
  const id = tokens.claimedSubject(token)
  const user = id === null ? null : await users.findOne({ _id: id }).lean()
  if (user === null || !links.isValid(token, 'verify-email', user)) {
    throw invalid('This link does not work any more. Have a new one sent from your Account.')
  }
  if (user._id !== ownerId) {
    throw forbidden(
      'This link belongs to another account. Sign in with the address that the mail was sent to.',
    )
  }
  const isOwn = { _id: ownerId, email: user.email, deletion: { $exists: false } }
  const written = await outbox.change(isOwn, ({ emailVerifiedAt }) =>
    emailVerifiedAt == null ? { update: { $set: { emailVerifiedAt: new Date() } } } : null,
  )
  if (written === null) throw unauthorized()
  return { message: 'Thank you! Your email address is verified.' }
}
