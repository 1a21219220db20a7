import { createHash } from 'node:crypto'
import type { User } from '@prankpost/contracts'
import { addressKey, refuseIf, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toDto } from '../user.model.ts'

/**
 * Answers the account that e-mail address and password belong to. An unknown address takes the same
 * time and gets the same answer as a wrong password. Failures are looked at right before each check and
 * counted right after it, in the few places where passwords are hashed: tries that come at once get a
 * handful of checks more than the limit at most, and right ones never count.
 * @throws 401 when they do not fit, 429 after too many failures of the account or the address
 */
export async function logIn(
  { email, password, address }: { email: string; password: string; address: string },
  { users, limits: { loginFailures }, passwords }: Pick<Deps, 'users' | 'limits' | 'passwords'>,
): Promise<User> {
  // The count of an account holds no e-mail address, and does not say whether there is such an account.
  const account = `account:${createHash('sha256').update(email).digest('base64url')}`
  const keys = [account, `address:${addressKey(address)}`]
  return passwords.withSlot(async () => {
    const waits = await Promise.all(keys.map((key) => loginFailures.waitFor(key)))
    refuseIf(waits.find((wait) => wait !== null) ?? null, 'Too many failed sign-ins.')
    const user = await users.findOne({ email }).lean()
    if (await passwords.matches(user?.passwordHash ?? null, password)) {
      if (user !== null) return toDto(user)
    }
    await Promise.all(keys.map((key) => loginFailures.count(key)))
    throw unauthorized('Invalid email or password')
  })
}
