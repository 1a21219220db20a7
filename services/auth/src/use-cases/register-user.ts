import { type RegisterInput, signUpConsent, signUpVersion } from '@prankpost/contracts'
import { addressKey, conflict, emailKey, refuseIf, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { linkRequested } from '../mail-link-event.ts'
import { type Account, listedFields } from '../user.model.ts'

/**
 * Creates an account, in one write with what the customer agrees to by signing up and the request for a mail to verify
 * its address. For concurrent calls with the same e-mail address, the unique index decides.
 * @throws 409 when the e-mail address is taken, 429 after too many registrations from or of one address
 */
export async function registerUser(
  { input, address }: { input: RegisterInput; address: string },
  { outbox, limits, passwords, texts }: Pick<Deps, 'outbox' | 'limits' | 'passwords' | 'texts'>,
): Promise<Account> {
  refuseIf(await limits.registrations.count(addressKey(address)), 'Too many new accounts from your network.')
  refuseIf(await limits.registrationsOfEmail.count(emailKey(input.email)), 'Too many tries with this email.')
  const { password, ...names } = input
  const [terms, privacy] = await Promise.all([texts.labelOf('terms'), texts.labelOf('privacy')])
  const version = signUpVersion(terms, privacy)
  const createdAt = new Date()
  const _id = new Types.ObjectId().toHexString()
  const user = {
    ...names,
    ...listedFields({ ...names, _id }),
    _id,
    emailVerifiedAt: null,
    passwordHash: await passwords.withSlot(address, () => passwords.hash(password)),
    passwordSetAt: createdAt,
    createdAt,
    agreements: [{ ...signUpConsent, version, at: createdAt }],
  }
  if (!(await unlessDuplicate(outbox.insert(user, [linkRequested('verify-email', user._id)]))))
    throw conflict('An account with this email already exists')
  return user
}
