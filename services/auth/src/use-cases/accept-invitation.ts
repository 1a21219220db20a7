import { addressKey, invalid, refuseIf } from '@prankpost/service-kit'
import { isCommonPassword } from '../common-password.ts'
import type { Deps } from '../deps.ts'
import type { Operator } from '../operator.model.ts'
import { forgetTries } from '../password-tries.ts'

type InvitationDeps = Pick<Deps, 'operators' | 'tokens' | 'invitations'>

/** Who an invitation is for. @throws 400 when the link is invalid, used, replaced or expired */
export async function readInvitation({ token }: { token: string }, deps: InvitationDeps) {
  const { name, email, role } = await requireInvited(token, deps)
  return { name, email, role }
}

/**
 * Sets the password of an invited operator, which voids the link and all sessions of an earlier password. Of two
 * concurrent calls one wins.
 * @throws 400 when the link is not valid any more, or the password is common; 429 after too many tries
 */
export async function acceptInvitation(
  { token, password, address }: { token: string; password: string; address: string },
  deps: InvitationDeps & Pick<Deps, 'limits' | 'passwords' | 'now'>,
): Promise<{ message: string }> {
  const { operators, limits, passwords, now } = deps
  refuseIf(await limits.passwordResets.count(addressKey(address)), 'Too many tries from your network.')
  const { _id, name, email, invitedAt } = await requireInvited(token, deps)
  if (await isCommonPassword(password, [name, email])) {
    const message = 'This password is common or easy to guess. Please choose another one.'
    throw invalid(message, [{ path: 'password', message }])
  }
  const passwordHash = await passwords.withSlot(address, () => passwords.hash(password))
  const accepted = { $set: { passwordHash, passwordSetAt: now(), invitedAt: null } }
  const { modifiedCount } = await operators.updateOne({ _id, invitedAt }, accepted)
  if (modifiedCount === 0) throw voidLink()
  // They belong to an earlier password. If the process dies before, they end within 15 minutes.
  await forgetTries(`operator ${email}`, { limits })
  return { message: 'Your password is set. Please sign in.' }
}

async function requireInvited(token: string, { operators, tokens, invitations }: InvitationDeps) {
  const id = tokens.claimedSubject(token)
  const operator = id === null ? null : await operators.findOne({ _id: id }).lean<Operator>()
  if (operator === null || !invitations.isValid(token, operator)) throw voidLink()
  return operator
}

const voidLink = () =>
  invalid('This link was used already or is too old. Ask the owner of the shop to invite you again.')
