import { randomBytes } from 'node:crypto'
import { refuseIf, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import {
  type AdminAttempt,
  type AdminPasswordDeps,
  checkAdminPassword,
  markBrowser,
} from './check-admin-password.ts'

/**
 * Tells the operator whether the password is right; there is no admin session. It is in the audit trail either way. The
 * browser is marked as the operator's from now on, by a new secret for its cookie. A process that dies before the answer
 * leaves a mark that no browser has.
 * @throws 401 when it is wrong or, uncounted, missing; 429 after too many failures; 503 when it cannot be
 * written down
 */
export async function logInAdmin(
  attempt: Omit<AdminAttempt, 'endpoint'>,
  deps: AdminPasswordDeps & Pick<Deps, 'audit'>,
): Promise<{ message: string; browser: string }> {
  const call = { ...attempt, endpoint: 'POST /api/admin/login' }
  await requireAdminPassword(call, deps)
  await deps.audit.record(call, 200)
  // A new one each time: what came with the call, somebody else may have planted.
  const browser = randomBytes(24).toString('base64url')
  await markBrowser(browser, deps)
  return { message: 'Welcome back.', browser }
}

/** Lets only the right admin password through. @throws 401, 429, 503 */
export async function requireAdminPassword(attempt: AdminAttempt, deps: AdminPasswordDeps): Promise<void> {
  if (attempt.password === '') throw unauthorized('The admin password is needed.')
  const { valid, retryAfterSeconds } = await checkAdminPassword(attempt, deps)
  refuseIf(retryAfterSeconds ?? null, 'Too many wrong admin passwords.')
  if (!valid) throw unauthorized('Invalid admin password.')
}
