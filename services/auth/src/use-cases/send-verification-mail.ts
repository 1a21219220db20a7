import { refuseIf, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { linkRequested } from '../mail-link-event.ts'

/**
 * Requests a mail with a new link to verify the e-mail address; earlier links stay valid. Each call sends one mail,
 * unless the address is already verified.
 * @throws 429 after too many in an hour, 401 when the account no longer exists
 */
export async function sendVerificationMail(
  { id }: { id: string },
  { users, outbox, limits }: Pick<Deps, 'users' | 'outbox' | 'limits'>,
): Promise<{ message: string }> {
  const verified = { message: 'Your email address is verified already.' }
  const user = await users.findOne({ _id: id }, { emailVerifiedAt: 1 }).lean()
  if (user === null) throw unauthorized()
  if (user.emailVerifiedAt != null) return verified
  refuseIf(await limits.verificationMails.count(id), 'Too many mails were asked for.')
  const requested = linkRequested('verify-email', id)
  const asked = await outbox.change({ _id: id }, (now) =>
    now.emailVerifiedAt == null ? { update: {}, events: [requested] } : null,
  )
  if (asked === null) throw unauthorized()
  return asked.changed ? { message: 'A new link is on its way to your email address.' } : verified
}
