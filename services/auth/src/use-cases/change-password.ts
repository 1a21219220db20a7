import { forbidden, invalid, unauthorized } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { tryPassword } from '../password-tries.ts'
import { type Account, nextPasswordSetAt } from '../user.model.ts'

interface NewPassword {
  ownerId: string
  currentPassword: string
  newPassword: string
  address: string
}

/**
 * Sets a new password for a customer who knows the present one, in one write with the event that voids all sessions of
 * the old password. A wrong password counts as a failed sign-in. Of two concurrent calls one wins; for the other the
 * present password is wrong. If the process dies right after the write, the event is still in the outbox.
 * @returns the account after the change, for a session of the new password
 * @throws 403 when the present password is wrong, 429 after too many failures, 400 when both are the same
 */
export async function changePassword(
  { ownerId, currentPassword, newPassword, address }: NewPassword,
  deps: Pick<Deps, 'users' | 'outbox' | 'limits' | 'passwords'>,
): Promise<Account> {
  const user = await deps.users.findById(ownerId).lean()
  if (user === null) throw unauthorized()
  if (newPassword === currentPassword)
    throw invalid('Please choose a password that differs from your current one.')
  const attempt = { email: user.email, address, refusal: 'Too many wrong passwords.' }
  const passwordHash = await tryPassword(attempt, deps, async () =>
    (await deps.passwords.matches(user.passwordHash, currentPassword))
      ? deps.passwords.hash(newPassword)
      : null,
  )
  if (passwordHash === null) throw wrongPassword()
  const passwordSetAt = nextPasswordSetAt(user)
  const unchanged = { _id: user._id, passwordHash: user.passwordHash }
  const written = await deps.outbox.change(unchanged, () => ({
    update: { $set: { passwordHash, passwordSetAt, passwordChangedAt: passwordSetAt } },
    events: [
      emit('password-changed', user._id, { ownerId: user._id, changedAt: passwordSetAt.toISOString() }),
    ],
  }))
  if (written === null) throw wrongPassword()
  return { ...user, passwordHash, passwordSetAt }
}

const wrongPassword = () => forbidden('Your current password is not right.')
