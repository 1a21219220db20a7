import { addressKey, invalid, refuseIf } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { forgetTries } from '../password-tries.ts'
import { nextPasswordSetAt, type User } from '../user.model.ts'
import { takeOverAccount } from './take-over-account.ts'

/**
 * Sets a new password with a link from a mail, in one write with the event that voids all sessions of the old password.
 * The user of the link can read the account's mail. If the address was never verified, another person may have
 * registered it, so a new account replaces the old one. Of two concurrent calls one wins; afterwards this link and
 * every older one are void.
 * @throws 400 when the link is invalid, used, or expired; 429 after too many attempts from one address
 */
export async function resetPassword(
  { token, password, address }: { token: string; password: string; address: string },
  deps: Pick<
    Deps,
    'users' | 'outbox' | 'limits' | 'tokens' | 'links' | 'passwords' | 'dataExports' | 'exportParts' | 'log'
  >,
): Promise<{ message: string }> {
  const { users, outbox, limits, tokens, links, passwords } = deps
  refuseIf(await limits.passwordResets.count(addressKey(address)), 'Too many tries from your network.')
  const id = tokens.claimedSubject(token)
  const user = id === null ? null : await users.findOne({ _id: id }).lean()
  if (user === null || !links.isValid(token, 'reset-password', user) || isDeleted(user)) {
    throw voidLink()
  }
  const passwordHash = await passwords.withSlot(address, () => passwords.hash(password))
  if (user.emailVerifiedAt == null) {
    const email = await takeOverAccount(user, passwordHash, deps)
    if (email === null) throw voidLink()
    await forgetTries(email, { limits })
    return { message: takenOver }
  }
  const unchanged = { _id: user._id, passwordHash: user.passwordHash }
  const written = await outbox.change(unchanged, (account) => setPassword(account, passwordHash))
  if (written === null) throw voidLink()
  // Failed sign-ins belong to the old password. After a crash before this line, the owner may have to wait 15 minutes.
  await forgetTries(user.email, { limits })
  return { message: 'Your new password is set. Please sign in with it.' }
}

function setPassword(user: User, passwordHash: string) {
  const passwordSetAt = nextPasswordSetAt(user)
  return {
    update: { $set: { passwordHash, passwordSetAt, passwordChangedAt: passwordSetAt } },
    events: [
      emit('password-changed', user._id, { ownerId: user._id, changedAt: passwordSetAt.toISOString() }),
    ],
  }
}

/** Permanently deleted; an account that is being replaced does not count until the new one exists. */
const isDeleted = ({ deletion }: User) => deletion !== undefined && deletion.successor === undefined

const takenOver =
  'Your new password is set. The email address of this account was never verified, so everything that was saved in ' +
  'the account is removed: targets, history and a running plan. Parcels that were paid for are still sent. Please ' +
  'sign in with the new password.'

const voidLink = () =>
  invalid(
    'This link was used already or is too old. If you have just set a new password, sign in with it; ' +
      'if not, ask for a new link where you sign in.',
  )
