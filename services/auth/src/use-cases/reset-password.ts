import { addressKey, invalid, refuseIf } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { forgetTries } from '../password-tries.ts'
import { nextPasswordSetAt, type User } from '../user.model.ts'
import { takeOverAccount } from './take-over-account.ts'

/**
 * Sets a new password by a link from a mail, in one write with the event that voids all sessions of the old one. Whoever
 * has the link reads the account's mail: if its address was never verified, somebody else may have registered it, and a
 * new account takes the place of the old one. Of two calls at once one wins; afterwards the link is void, like every
 * older one.
 * @throws 400 when the link is not ours, used, or has run out; 429 after too many tries from one address
 */
export async function resetPassword(
  { token, password, address }: { token: string; password: string; address: string },
  deps: Pick<
    Deps,
    'users' | 'outbox' | 'limits' | 'links' | 'passwords' | 'dataExports' | 'exportParts' | 'log'
  >,
): Promise<{ message: string }> {
  const { users, outbox, limits, links, passwords } = deps
  refuseIf(await limits.passwordResets.count(addressKey(address)), 'Too many tries from your network.')
  const id = links.claimedUser(token)
  const user = id === null ? null : await users.findOne({ _id: id }).lean()
  if (user === null || !links.holds(token, 'reset-password', user) || isDeleted(user)) {
    throw voidLink()
  }
  const passwordHash = await passwords.withSlot(address, () => passwords.hash(password))
  if (user.emailVerifiedAt == null) {
    const email = await takeOverAccount(user, passwordHash, deps)
    if (email === null) throw voidLink()
    await forgetTries(email, { limits })
    return { message: takenOver }
  }
  const isTheOneOfTheLink = { _id: user._id, passwordHash: user.passwordHash }
  const written = await outbox.change(isTheOneOfTheLink, (account) => setPassword(account, passwordHash))
  if (written === null) throw voidLink()
  // Failed sign-ins were the old password's. A crash before this leaves their owner 15 minutes to wait.
  await forgetTries(user.email, { limits })
  return { message: 'Your new password is set. Please sign in with it.' }
}

function setPassword(user: User, passwordHash: string) {
  const passwordSetAt = nextPasswordSetAt(user)
  return {
    update: { $set: { passwordHash, passwordSetAt } },
    events: [
      emit('password-changed', user._id, { ownerId: user._id, changedAt: passwordSetAt.toISOString() }),
    ],
  }
}

/** Deleted for good; an account that is being replaced is not, until the new one exists. */
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
