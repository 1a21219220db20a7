import { addressKey, emailKey, forbidden, invalid, refuseIf, unauthorized } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { type Account, nextPasswordSetAt } from '../user.model.ts'

interface NewPassword {
  ownerId: string
  currentPassword: string
  newPassword: string
  address: string
}

/**
 * Sets a new password for who knows the present one, in one write with the event that voids all sessions of
 * the old one. A wrong one counts as a failed sign-in. Of two at once one wins; the other finds its present
 * password wrong. A process that dies right after the write leaves the event to the outbox.
 * @returns the account as it is now, for a session of the new password
 * @throws 403 when the present password is wrong, 429 after too many failures, 400 when both are the same
 */
export async function changePassword(
  { ownerId, currentPassword, newPassword, address }: NewPassword,
  {
    users,
    outbox,
    limits: { loginFailures },
    passwords,
  }: Pick<Deps, 'users' | 'outbox' | 'limits' | 'passwords'>,
): Promise<Account> {
  const user = await users.findById(ownerId).lean()
  if (user === null) throw unauthorized()
  if (newPassword === currentPassword) throw invalid('Please choose another password than the present one.')
  const keys = [`account:${emailKey(user.email)}`, `address:${addressKey(address)}`]
  const passwordHash = await passwords.withSlot(async () => {
    const waits = await Promise.all(keys.map((key) => loginFailures.waitFor(key)))
    refuseIf(waits.find((wait) => wait !== null) ?? null, 'Too many wrong passwords.')
    if (await passwords.matches(user.passwordHash, currentPassword)) return passwords.hash(newPassword)
    await Promise.all(keys.map((key) => loginFailures.count(key)))
    throw wrongPassword()
  })
  const passwordSetAt = nextPasswordSetAt(user)
  const isStillTheOne = { _id: user._id, passwordHash: user.passwordHash }
  const written = await outbox.change(isStillTheOne, () => ({
    update: { $set: { passwordHash, passwordSetAt } },
    events: [
      emit('password-changed', user._id, { ownerId: user._id, changedAt: passwordSetAt.toISOString() }),
    ],
  }))
  if (written === null) throw wrongPassword()
  return { ...user, passwordHash, passwordSetAt }
}

const wrongPassword = () => forbidden('Your present password is not right.')
