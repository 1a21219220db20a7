import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { addressKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

const allAddresses = 'all'

/** An attempt with the admin password: from which address, for which endpoint. */
export interface AdminAttempt {
  password: string
  address: string
  /** The value of the operator cookie, if the browser sent one. */
  browser?: string | undefined
  endpoint: string
  requestId: string
}
export type AdminPasswordDeps = Pick<Deps, 'limits' | 'adminPassword' | 'serialize' | 'shareCheck' | 'audit'>
export type AdminAnswer = { valid: boolean; retryAfterSeconds?: number }

/**
 * Checks an admin password and records a wrong one in the audit trail. Attempts that are refused because of earlier
 * failures are recorded once in 15 minutes per address, so they cannot fill the audit trail.
 * @throws 503 when the audit trail cannot be written
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
 * Compares in constant time. After five failures from one address in 15 minutes, reported by any service, every attempt
 * gets `retryAfterSeconds`, even the right password. A browser in which the operator logged in has its own count, so
 * others on its network cannot lock it out. Each attempt is counted before it is compared, and a right one is
 * subtracted again, so concurrent attempts share the five; attempts of one caller are serialized, so right ones do not
 * refuse each other. Concurrent attempts of a caller with the same password are one attempt: a page of the admin asks all
 * services at once. Failures are also counted over all addresses: beyond that limit only the operator's browsers, and
 * addresses that gave the right password in the last day, may try. Concurrent attempts may exceed that limit by their
 * number.
 */
async function compare(
  { password, address, browser }: AdminAttempt,
  { limits, adminPassword, serialize, shareCheck }: AdminPasswordDeps,
): Promise<AdminAnswer> {
  const { adminFailures, adminFailuresInAll, operators, operatorBrowsers } = limits
  if (adminPassword === null) return { valid: false }
  const network = { key: addressKey(address), marks: operators }
  const own = { key: browserKey(browser ?? ''), marks: operatorBrowsers }
  const { key, marks } = (await isMarked(browser, limits)) ? own : network
  const attempt = async () => {
    const wait = await adminFailures.count(key)
    if (wait !== null) return { valid: false, retryAfterSeconds: wait }
    const waitForAll = await adminFailuresInAll.waitFor(allAddresses)
    if (waitForAll !== null && !(await marks.has(key))) {
      await adminFailures.release(key)
      return { valid: false, retryAfterSeconds: waitForAll }
    }
    const valid = timingSafeEqual(digest(password.trim()), digest(adminPassword))
    if (valid) await Promise.all([adminFailures.release(key), marks.set(key)])
    else await adminFailuresInAll.count(allAddresses)
    return { valid }
  }
  const digestOfGuess = digest(password.trim()).toString('base64')
  return shareCheck(`${key} ${digestOfGuess}`, () => serialize(key, attempt))
}

/** The key of a browser: a digest, so the database does not contain the value of the cookie. */
export const browserKey = (browser: string) => `browser:${digest(browser).toString('base64url')}`

/** Whether an operator signed in with this browser in the last 30 days. */
export const isMarked = async (browser: string | undefined, { operatorBrowsers }: Deps['limits']) =>
  browser !== undefined && operatorBrowsers.has(browserKey(browser))

/**
 * Marks the browser of an operator who signed in, and returns the value for its cookie: a new one each time, because an
 * attacker may have planted the value in the request. If the process dies before the response, a mark without a browser
 * remains.
 */
export async function markBrowser({ limits }: Pick<Deps, 'limits'>): Promise<string> {
  const browser = randomBytes(24).toString('base64url')
  await limits.operatorBrowsers.set(browserKey(browser))
  return browser
}

// Digests have equal length, which timingSafeEqual requires, and do not reveal the length of the password.
const digest = (text: string) => createHash('sha256').update(text).digest()
