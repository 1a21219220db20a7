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
 * Deletes an account after checking its password. One write removes name, address and password, voids every session,
 * and emits the event that makes each service erase its data. The e-mail address is free for a new account at once; the
 * deletion keeps it until the receipt was sent. Of two concurrent calls one wins. If the process dies right after the
 * write, the event is still in the outbox, and the customer's export file is deleted at the end of the deletion:
 * without a session it cannot be downloaded.
 * @throws 403 when the password is wrong, 429 after too many failures
 */
export async function deleteAccount(
  { ownerId, password, address }: { ownerId: string; password: string; address: string },
  deps: DeletionDeps,
): Promise<{ receipt: string; message: string }> {
  const user = await deps.users.findById(ownerId).lean()
  if (user === null || user.deletion !== undefined) throw unauthorized()
  const attempt = { email: user.email, address, refusal: 'Too many wrong passwords.' }
  const isRight = await tryPassword(attempt, deps, async () =>
    (await deps.passwords.matches(user.passwordHash, password)) ? true : null,
  )
  if (isRight === null) throw forbidden('Your password is not right.')
  const receipt = newReceipt()
  const unchanged = { _id: ownerId, passwordHash: user.passwordHash }
  const written = await deps.outbox.change(unchanged, (now) =>
    accountErased(now, { receipt, email: now.email, emailVerified: now.emailVerifiedAt != null }),
  )
  if (written === null) throw forbidden('Your password is not right.')
  // After a restore from an older backup, this log line names what has to be deleted again.
  deps.log.info({ receipt, userId: ownerId }, 'account deleted')
  await forgetExport(ownerId, deps)
  return { receipt, message: 'Your account is deleted. A mail with the receipt follows.' }
}

/** Deletes the file with a customer's data, if there is one. Safe to repeat. */
export async function forgetExport(
  ownerId: string,
  { dataExports, exportParts }: Pick<Deps, 'dataExports' | 'exportParts'>,
): Promise<void> {
  // Delete the request first: without it no further part is stored.
  await dataExports.deleteOne({ _id: ownerId })
  await exportParts.deleteMany({ ownerId })
}
