import { refuseIf, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { linkRequested } from '../mail-link-event.ts'

/**
 * Has a new link sent with which the customer verifies the e-mail address; links sent before hold on. Each
 * call sends one, except to an address that is verified already.
 * @throws 429 after too many in an hour, 401 when the account is not there any more
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
