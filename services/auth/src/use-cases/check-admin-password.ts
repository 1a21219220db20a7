import { createHash, timingSafeEqual } from 'node:crypto'
import { addressKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

const everybody = 'all'

/** A try of the admin password: from where, and on which call. */
export interface AdminAttempt {
  password: string
  address: string
  endpoint: string
  requestId: string
}
export type AdminPasswordDeps = Pick<Deps, 'limits' | 'adminPassword' | 'inTurn' | 'audit'>
type AdminAnswer = { valid: boolean; retryAfterSeconds?: number }

/**
 * Says whether an admin password is right; one that is not stands in the audit trail. Tries that are
 * refused for earlier failures stand there once in 15 minutes for an address: nobody can fill it.
 * @throws 503 when it cannot be written down
 */
export async function checkAdminPassword(
  attempt: AdminAttempt,
  deps: AdminPasswordDeps,
): Promise<AdminAnswer> {
  const answer = await compare(attempt, deps)
  const { audit, limits } = deps
  if (answer.valid) return answer
  if (answer.retryAfterSeconds === undefined) await audit.record(attempt, 401)
  else if ((await limits.auditedRefusals.count(addressKey(attempt.address))) === null)
    await audit.record(attempt, 429)
  return answer
}

/**
 * Compares in constant time. Five failures from one address in 15
 * minutes, whichever service asked, get `retryAfterSeconds` from then on, even for the right password.
 * Each try is counted before it is compared and a right one is given back, so that tries that come at
 * once share the five; one address has its tries in turn, so that right ones do not refuse each other.
 * Failures are counted over all addresses, too: when those are too many, only addresses that gave the
 * right password in the last day may try. Tries at once may go beyond that by as many as there are.
 */
async function compare(
  { password, address }: AdminAttempt,
  { limits, adminPassword, inTurn }: AdminPasswordDeps,
): Promise<AdminAnswer> {
  const { adminFailures, adminFailuresInAll, operators } = limits
  const key = addressKey(address)
  return inTurn(key, async () => {
    const wait = await adminFailures.count(key)
    if (wait !== null) return { valid: false, retryAfterSeconds: wait }
    const waitForAll = await adminFailuresInAll.waitFor(everybody)
    if (waitForAll !== null && !(await operators.has(key))) {
      await adminFailures.giveBack(key)
      return { valid: false, retryAfterSeconds: waitForAll }
    }
    const valid = timingSafeEqual(digest(password.trim()), digest(adminPassword))
    if (valid) await Promise.all([adminFailures.giveBack(key), operators.set(key)])
    else await adminFailuresInAll.count(everybody)
    return { valid }
  })
}

// Digests have one length, which timingSafeEqual needs, and tell nothing of the password's.
const digest = (text: string) => createHash('sha256').update(text).digest()
