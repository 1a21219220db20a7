import type { MailLink, MailLinkPurpose } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { passwordChangedAtOf, type User } from '../user.model.ts'

/**
 * The link and recipient of a mail that was requested at `requestedAt`; null when the mail is no longer needed. The
 * same request gets the same link while the account does not change. It only reads: a repetition, also after a crash,
 * gets what the account needs then.
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

/** Whether the purpose of the link was achieved after it was requested. */
function isSettled(purpose: MailLinkPurpose, user: User, asked: Date): boolean {
  const isVerified = user.emailVerifiedAt != null
  return purpose === 'verify-email' ? isVerified : isVerified && asked < passwordChangedAtOf(user)
}
