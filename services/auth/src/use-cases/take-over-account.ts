import { unavailable, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { accountErased } from '../account-erased.ts'
import { newReceipt } from '../deletion.ts'
import { type Deps, emit } from '../deps.ts'
import { listedFields, type User } from '../user.model.ts'
import { forgetExport } from './delete-account.ts'

type TakeoverDeps = Pick<Deps, 'users' | 'outbox' | 'dataExports' | 'exportParts' | 'log'>

const maxAttempts = 5

/**
 * Replaces an account whose address was never verified, for the owner of the address. The old account is deleted with
 * all its data, without a receipt; an empty account with a new id, the new password and a verified address replaces it.
 * The first write stores the id of the new account in the old one, so only one of several calls creates it. If the
 * process dies between the two writes, a repeat with the same link creates the account; until then the address cannot
 * be used to sign in.
 * @returns the e-mail address; null when the address was verified meanwhile or another call was faster
 */
export async function takeOverAccount(
  { _id }: Pick<User, '_id'>,
  passwordHash: string,
  deps: TakeoverDeps,
): Promise<string | null> {
  const successor = await beginTakeover(_id, deps)
  if (successor === undefined) return null
  await forgetExport(_id, deps)
  const isCreated = await createSuccessor(successor, passwordHash, deps)
  await deps.users.updateOne({ _id }, { $unset: { 'deletion.successor': 1 }, $inc: { revision: 1 } })
  return isCreated ? successor.email : null
}

/**
 * Deletes the old account unless it is already deleted. Returns the account that replaces it, if that is still missing.
 */
async function beginTakeover(_id: string, { users, outbox, log }: TakeoverDeps) {
  const receipt = newReceipt()
  const written = await outbox.change({ _id, emailVerifiedAt: null }, (user) => {
    if (user.deletion !== undefined) return null
    const successor = { id: new Types.ObjectId().toHexString(), email: user.email }
    return accountErased(user, { receipt, emailVerified: false, successor })
  })
  // After a restore from an older backup, this log line names what has to be deleted again.
  if (written?.changed) log.info({ receipt, userId: _id }, 'account deleted')
  return (await users.findById(_id, { deletion: 1 }).lean())?.deletion?.successor
}

/** Returns false when another call created the account, or the address now belongs to a verified account. */
async function createSuccessor(
  { id, email }: { id: string; email: string },
  passwordHash: string,
  deps: TakeoverDeps,
): Promise<boolean> {
  const { users, outbox } = deps
  const now = new Date()
  // Without the old names: another person may have chosen them.
  const account = { _id: id, email, emailVerifiedAt: now, passwordHash, firstName: '', lastName: '' }
  const changed = emit('password-changed', id, { ownerId: id, changedAt: now.toISOString() })
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const renewed = { ...account, ...listedFields(account), passwordSetAt: now, createdAt: now }
    if (await unlessDuplicate(outbox.insert(renewed, [changed]))) return true
    // The address was registered again while it was free: that account is removed, too.
    const other = await users.findOne({ $or: [{ _id: id }, { email }] }).lean()
    if (other?._id === id || other?.emailVerifiedAt != null) return false
    if (other !== null) await removeUnverified(other._id, deps)
  }
  throw unavailable()
}

async function removeUnverified(_id: string, { outbox, log }: TakeoverDeps) {
  const receipt = newReceipt()
  const written = await outbox.change({ _id, emailVerifiedAt: null }, (user) =>
    user.deletion === undefined ? accountErased(user, { receipt, emailVerified: false }) : null,
  )
  if (written?.changed) log.info({ receipt, userId: _id }, 'account deleted')
}
