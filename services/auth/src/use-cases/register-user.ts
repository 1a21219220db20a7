import type { RegisterInput, User } from '@prankpost/contracts'
import { addressKey, conflict, isDuplicateKey, refuseIf } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { toDto } from '../user.model.ts'

/**
 * Makes an account. The unique index decides who of several at once gets an e-mail address.
 * @throws 409 when the e-mail address is taken, 429 after too many registrations from one address
 */
export async function registerUser(
  { input, address }: { input: RegisterInput; address: string },
  { users, limits, passwords }: Pick<Deps, 'users' | 'limits' | 'passwords'>,
): Promise<User> {
  refuseIf(await limits.registrations.count(addressKey(address)), 'Too many new accounts from your network.')
  const { password, ...names } = input
  const user = {
    ...names,
    _id: new Types.ObjectId().toHexString(),
    passwordHash: await passwords.withSlot(() => passwords.hash(password)),
    createdAt: new Date(),
  }
  try {
    await users.create(user)
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('An account with this email already exists')
    throw error
  }
  return toDto(user)
}
