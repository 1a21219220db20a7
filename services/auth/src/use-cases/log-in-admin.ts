import { refuseIf, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { checkAdminPassword } from './check-admin-password.ts'

/**
 * Tells the operator whether the password is right; there is no admin session.
 * @throws 401 when it is wrong or, uncounted, missing; 429 after too many failures
 */
export async function logInAdmin(
  { password, address }: { password: string; address: string },
  deps: Pick<Deps, 'limits' | 'adminPassword' | 'inTurn'>,
): Promise<{ message: string }> {
  if (password === '') throw unauthorized('The admin password is needed.')
  const { valid, retryAfterSeconds } = await checkAdminPassword({ password, address }, deps)
  refuseIf(retryAfterSeconds ?? null, 'Too many wrong admin passwords.')
  if (!valid) throw unauthorized('Invalid admin password.')
  return { message: 'Welcome back.' }
}
