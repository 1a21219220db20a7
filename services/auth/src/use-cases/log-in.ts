import { addressKey, emailKey, refuseIf, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Account } from '../user.model.ts'

/**
 * Finds the account that e-mail address and password belong to. An unknown address takes the same
 * time and gets the same answer as a wrong password. Failures are looked at right before each check and
 * counted right after it, in the few places where passwords are hashed: tries that come at once get a
 * handful of checks more than the limit at most, and right ones never count.
 * @throws 401 when they do not fit, 429 after too many failures of the account or the address
 */
export async function logIn(
  { email, password, address }: { email: string; password: string; address: string },
  { users, limits: { loginFailures }, passwords }: Pick<Deps, 'users' | 'limits' | 'passwords'>,
): Promise<Account> {
  const keys = [`account:${emailKey(email)}`, `address:${addressKey(address)}`]
  return passwords.withSlot(async () => {
    const waits = await Promise.all(keys.map((key) => loginFailures.waitFor(key)))
    refuseIf(waits.find((wait) => wait !== null) ?? null, 'Too many failed sign-ins.')
    const user = await users.findOne({ email }).lean()
    if (await passwords.matches(user?.passwordHash ?? null, password)) {
      if (user !== null) return user
    }
    await Promise.all(keys.map((key) => loginFailures.count(key)))
    throw unauthorized('Invalid email or password')
  })
}
