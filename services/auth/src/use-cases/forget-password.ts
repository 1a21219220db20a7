import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { inSteps } from '../in-steps.ts'
import { linkRequested } from '../mail-link-event.ts'

const stepMs = 300

/**
 * Has a link sent to set a new password. The answer, and the time it takes, are the same whether there is
 * such an account; beyond the limit of an account no further mail is sent, and nothing says so. Each call
 * sends one; the links of all of them are void once one was used.
 * @throws 429 after too many from one address
 */
export async function forgetPassword(
  { email, address }: { email: string; address: string },
  { users, outbox, limits }: Pick<Deps, 'users' | 'outbox' | 'limits'>,
): Promise<{ message: string }> {
  refuseIf(
    await limits.forgottenPasswords.count(addressKey(address)),
    'Too many links were asked for from your network.',
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
