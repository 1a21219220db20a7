import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { inSteps } from '../in-steps.ts'
import { linkRequested } from '../mail-link-event.ts'

const stepMs = 300

/**
 * Requests a mail with a link to set a new password. The response and its duration are the same whether or not the
 * account exists; beyond the limit of an account no further mail is sent, and the response does not show it. Each call
 * sends one mail; when one link is used, all of them become void.
 * @throws 429 after too many calls from one address
 */
export async function forgetPassword(
  { email, address }: { email: string; address: string },
  { users, outbox, limits }: Pick<Deps, 'users' | 'outbox' | 'limits'>,
): Promise<{ message: string }> {
  refuseIf(
    await limits.forgottenPasswords.count(addressKey(address)),
    'Too many links were requested from your network.',
  )
  await inSteps(stepMs, async () => {
    const [user, wait] = await Promise.all([
      users.findOne({ email }, { _id: 1 }).lean(),
      limits.passwordMails.count(emailKey(email)),
    ])
    if (user === null || wait !== null) return
    const requested = linkRequested('reset-password', user._id)
    await outbox.change({ _id: user._id }, () => ({ update: {}, events: [requested] }))
  })
  return {
    message: 'If there is an account with this email, a link to set a new password is on its way.',
  }
}
