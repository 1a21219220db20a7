import { addressKey, invalid, refuseIf } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { forgetFailures } from '../password-tries.ts'
import { nextPasswordSetAt, type User } from '../user.model.ts'

/**
 * Sets a new password by a link from a mail, in one write with the event that voids all sessions of the old
 * one. Whoever has the link reads the account's mail, so its address counts as verified from then on. Of two
 * at once one wins; afterwards the link is void, like every older one.
 * @throws 400 when the link is none of ours, used, or has run out; 429 after too many tries from one address
 */
export async function resetPassword(
  { token, password, address }: { token: string; password: string; address: string },
  {
    users,
    outbox,
    limits,
    links,
    passwords,
  }: Pick<Deps, 'users' | 'outbox' | 'limits' | 'links' | 'passwords'>,
): Promise<{ message: string }> {
  refuseIf(await limits.passwordResets.count(addressKey(address)), 'Too many tries from your network.')
  const id = links.claimedUser(token)
  const user = id === null ? null : await users.findOne({ _id: id }).lean()
  if (user === null || !links.holds(token, 'reset-password', user)) throw voidLink()
  const passwordHash = await passwords.withSlot(() => passwords.hash(password))
  const isTheOneOfTheLink = { _id: user._id, passwordHash: user.passwordHash }
  const written = await outbox.change(isTheOneOfTheLink, (account) => setPassword(account, passwordHash))
  if (written === null) throw voidLink()
  // Failed sign-ins were the old password's. A crash before this leaves their owner 15 minutes to wait.
  await forgetFailures(user.email, { limits })
  return { message: 'Your new password is set. Please sign in with it.' }
}

function setPassword(user: User, passwordHash: string) {
  const passwordSetAt = nextPasswordSetAt(user)
  const emailVerifiedAt = user.emailVerifiedAt ?? new Date()
  return {
    update: { $set: { passwordHash, passwordSetAt, emailVerifiedAt } },
    events: [
      emit('password-changed', user._id, { ownerId: user._id, changedAt: passwordSetAt.toISOString() }),
    ],
  }
}

const voidLink = () =>
  invalid(
    'This link was used already or is too old. If you have just set a new password, sign in with it; ' +
      'if not, ask for a new link where you sign in.',
  )
