import { createHash, timingSafeEqual } from 'node:crypto'
import { addressKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

const everybody = 'all'

/** A try of the admin password: from where, and on which call. */
export interface AdminAttempt {
  password: string
  address: string
  /** What the cookie of the browser says, if there is one. */
  browser?: string | undefined
  endpoint: string
  requestId: string
}
export type AdminPasswordDeps = Pick<Deps, 'limits' | 'adminPassword' | 'serialize' | 'audit'>
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
 * Compares in constant time. Five failures from one address in 15 minutes, whichever service asked, get
 * `retryAfterSeconds` from then on, even for the right password. A browser in which the operator logged in has a count of
 * its own: others on its network cannot lock it out. Each try is counted before it is compared and a right one is given
 * back, so that tries that come at once share the five; one caller has its tries one after the other, so that right ones
 * do not refuse each other. Failures are counted over all addresses, too: when those are too many, only the operator's
 * browsers, and addresses that gave the right password in the last day, may try. Tries at once may go beyond that by as
 * many as there are.
 */
async function compare(
  { password, address, browser }: AdminAttempt,
  { limits, adminPassword, serialize }: AdminPasswordDeps,
): Promise<AdminAnswer> {
  const { adminFailures, adminFailuresInAll, operators, operatorBrowsers } = limits
  const network = { key: addressKey(address), marks: operators }
  const own = { key: browserKey(browser ?? ''), marks: operatorBrowsers }
  const isOperators = browser !== undefined && (await operatorBrowsers.has(own.key))
  const { key, marks } = isOperators ? own : network
  return serialize(key, async () => {
    const wait = await adminFailures.count(key)
    if (wait !== null) return { valid: false, retryAfterSeconds: wait }
    const waitForAll = await adminFailuresInAll.waitFor(everybody)
    if (waitForAll !== null && !(await marks.has(key))) {
      await adminFailures.release(key)
      return { valid: false, retryAfterSeconds: waitForAll }
    }
    const valid = timingSafeEqual(digest(password.trim()), digest(adminPassword))
    if (valid) await Promise.all([adminFailures.release(key), marks.set(key)])
    else await adminFailuresInAll.count(everybody)
    return { valid }
  })
}

/** The name under which a browser is known: the database does not hold what its cookie says. */
const browserKey = (browser: string) => `browser:${digest(browser).toString('base64url')}`

/** Marks a browser as the operator's. Safe to repeat. */
export const markBrowser = (browser: string, { limits }: Pick<Deps, 'limits'>) =>
  limits.operatorBrowsers.set(browserKey(browser))

// Digests have one length, which timingSafeEqual needs, and tell nothing of the password's.
const digest = (text: string) => createHash('sha256').update(text).digest()
