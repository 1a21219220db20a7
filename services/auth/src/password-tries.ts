import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

const accountKey = (email: string) => `account:${emailKey(email)}`

/**
 * Runs one check of an account's password, in one of the few places where passwords are hashed; `check`
 * answers null when the password is wrong. Failures are looked at right before it and counted right after it:
 * tries that come at once get a handful of checks more than the limit at most, and right ones never count.
 * @throws 429, with `refusal` in its words, after too many failures of the account or the address
 */
export function tryPassword<T>(
  { email, address, refusal }: { email: string; address: string; refusal: string },
  { limits: { loginFailures }, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const keys = [accountKey(email), `address:${addressKey(address)}`]
  return passwords.withSlot(async () => {
    const waits = await Promise.all(keys.map((key) => loginFailures.waitFor(key)))
    refuseIf(waits.find((wait) => wait !== null) ?? null, refusal)
    const result = await check()
    if (result === null) await Promise.all(keys.map((key) => loginFailures.count(key)))
    return result
  })
}

/** Forgets failures of an account: they were its old password's. */
export const forgetFailures = (email: string, { limits }: Pick<Deps, 'limits'>) =>
  limits.loginFailures.clear(accountKey(email))
