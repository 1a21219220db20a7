import { forbidden, unauthorized } from '@prankpost/service-kit'
import { accountErased } from '../account-erased.ts'
import { newReceipt } from '../deletion.ts'
import type { Deps } from '../deps.ts'
import { tryPassword } from '../password-tries.ts'

type DeletionDeps = Pick<
  Deps,
  'users' | 'outbox' | 'limits' | 'passwords' | 'dataExports' | 'exportParts' | 'log'
>

/**
 * Deletes an account for who knows its password: in one write its name, address and password are gone, every
 * session is void, and the event is there that has each service erase what it holds. The e-mail address waits
 * in the request until the receipt was sent, and is free for a new account at once. Of two calls at once one
 * wins. A process that dies right after the write leaves the event to the outbox, and the customer's file to
 * the end of the deletion: without a session nobody can fetch it.
 * @throws 403 when the password is wrong, 429 after too many failures
 */
export async function deleteAccount(
  { ownerId, password, address }: { ownerId: string; password: string; address: string },
  deps: DeletionDeps,
): Promise<{ receipt: string; message: string }> {
  const user = await deps.users.findById(ownerId).lean()
  if (user === null || user.deletion !== undefined) throw unauthorized()
  const aTry = { email: user.email, address, refusal: 'Too many wrong passwords.' }
  const isRight = await tryPassword(aTry, deps, async () =>
    (await deps.passwords.matches(user.passwordHash, password)) ? true : null,
  )
  if (isRight === null) throw forbidden('Your password is not right.')
  const receipt = newReceipt()
  const isStillTheOne = { _id: ownerId, passwordHash: user.passwordHash }
  const written = await deps.outbox.change(isStillTheOne, (now) =>
    accountErased(now, { receipt, email: now.email, emailVerified: now.emailVerifiedAt != null }),
  )
  if (written === null) throw forbidden('Your password is not right.')
  // For who brings an older backup back: what has to be deleted again.
  deps.log.info({ receipt, userId: ownerId }, 'account deleted')
  await forgetExport(ownerId, deps)
  return { receipt, message: 'Your account is deleted. A mail with the receipt follows.' }
}

/** Deletes the file that was made of a customer's data, if there is one. Safe to repeat. */
export async function forgetExport(
  ownerId: string,
  { dataExports, exportParts }: Pick<Deps, 'dataExports' | 'exportParts'>,
): Promise<void> {
  // The request first: no part is kept any more once it is gone.
  await dataExports.deleteOne({ _id: ownerId })
  await exportParts.deleteMany({ ownerId })
}
