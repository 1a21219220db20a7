import { refuseIf, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import {
  type AdminAttempt,
  type AdminPasswordDeps,
  checkAdminPassword,
  markBrowser,
} from './check-admin-password.ts'

/**
 * Checks the operator's password and records the result in the audit trail; there is no admin session. On success, the
 * browser is marked as the operator's.
 * @throws 401 when the password is wrong or (not counted) missing; 429 after too many failures; 503 when the audit
 * trail cannot be written
 */
export async function logInAdmin(
  attempt: Omit<AdminAttempt, 'endpoint'>,
  deps: AdminPasswordDeps & Pick<Deps, 'audit'>,
): Promise<{ message: string; browser: string }> {
  const call = { ...attempt, endpoint: 'POST /api/admin/login' }
  await requireAdminPassword(call, deps)
  await deps.audit.record(call, 200)
  return { message: 'Welcome back.', browser: await markBrowser(deps) }
}

/** Accepts only the right admin password, while it is not switched off. @throws 401, 429, 503 */
export async function requireAdminPassword(attempt: AdminAttempt, deps: AdminPasswordDeps): Promise<void> {
  if (deps.adminPassword === null)
    throw unauthorized('The shared password is off. Please sign in with your email.')
  if (attempt.password === '') throw unauthorized('The admin password is needed.')
  const { valid, retryAfterSeconds } = await checkAdminPassword(attempt, deps)
  refuseIf(retryAfterSeconds ?? null, 'Too many wrong admin passwords.')
  if (!valid) throw unauthorized('Invalid admin password.')
}
