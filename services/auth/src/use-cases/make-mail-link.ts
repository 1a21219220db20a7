import type { MailLink, MailLinkPurpose } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { passwordSetAtOf, type User } from '../user.model.ts'

/**
 * The link of a mail that was asked for then, and whom to send it to; null when it has no use any more. The
 * same question gets the same link, as long as the account is as it was.
 */
export async function makeMailLink(
  { userId, purpose, requestedAt }: { userId: string; purpose: MailLinkPurpose; requestedAt: string },
  { users, links }: Pick<Deps, 'users' | 'links'>,
): Promise<MailLink> {
  const user = await users.findOne({ _id: userId }).lean()
  const asked = new Date(requestedAt)
  if (user === null || user.deletion !== undefined || isSettled(purpose, user, asked)) return null
  const { url, expiresAt } = links.make(purpose, user, asked)
  if (expiresAt <= new Date()) return null
  const removesData = purpose === 'reset-password' && user.emailVerifiedAt == null
  return { to: user.email, url, expiresAt: expiresAt.toISOString(), removesData }
}

/** Whether what the link was asked for has happened since. */
function isSettled(purpose: MailLinkPurpose, user: User, asked: Date): boolean {
  const isVerified = user.emailVerifiedAt != null
  return purpose === 'verify-email' ? isVerified : isVerified && asked < passwordSetAtOf(user)
}
