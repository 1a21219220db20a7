import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

const accountKey = (email: string) => `account:${emailKey(email)}`

/**
 * Runs one check of an account's password, in one of the few places where passwords are hashed; `check` answers null when
 * the password is wrong. Every try is counted before it waits for its place. Failures are read right before the check and
 * counted right after it: tries that come at once get a handful of checks more than that limit at most.
 * @throws 429 after too many tries, or, with `refusal` in its message, failures, of the account or the address; 429 or 503
 * when too many wait already
 */
export async function tryPassword<T>(
  { email, address, refusal }: { email: string; address: string; refusal: string },
  { limits: { loginFailures, logins }, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  check: () => Promise<T | null>,
): Promise<T | null> {
  // The address first: what is refused for it does not use up the account's tries.
  const keys = [`address:${addressKey(address)}`, accountKey(email)]
  for (const key of keys) refuseIf(await logins.count(key), 'Too many sign-ins.')
  return passwords.withSlot(address, async () => {
    const waits = await Promise.all(keys.map((key) => loginFailures.waitFor(key)))
    refuseIf(waits.find((wait) => wait !== null) ?? null, refusal)
    const result = await check()
    if (result === null) await Promise.all(keys.map((key) => loginFailures.count(key)))
    return result
  })
}

/** Forgets the tries of an account, since they were its old password's. */
export async function forgetTries(email: string, { limits }: Pick<Deps, 'limits'>): Promise<void> {
  const { loginFailures, logins } = limits
  await Promise.all([loginFailures, logins].map((limit) => limit.clear(accountKey(email))))
}
