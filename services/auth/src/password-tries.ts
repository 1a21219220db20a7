import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

const accountKey = (email: string) => `account:${emailKey(email)}`

/**
 * Runs one check of an account's password in a hashing slot; `check` resolves to null when the password is wrong. Every
 * attempt is counted before it waits for a slot. Failures are read right before the check and counted right after it,
 * so concurrent attempts get only a few checks more than the limit.
 * @throws 429 after too many attempts or (with the message `refusal`) failures of the account or the address; 429 or
 * 503 when too many are waiting
 */
export async function tryPassword<T>(
  { email, address, refusal }: { email: string; address: string; refusal: string },
  { limits: { loginFailures, logins }, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  check: () => Promise<T | null>,
): Promise<T | null> {
  // The address is counted first: a call refused for its address does not use up the account's attempts.
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

/** Clears the counts of an account; they belong to its old password. */
export async function forgetTries(email: string, { limits }: Pick<Deps, 'limits'>): Promise<void> {
  const { loginFailures, logins } = limits
  await Promise.all([loginFailures, logins].map((limit) => limit.clear(accountKey(email))))
}
