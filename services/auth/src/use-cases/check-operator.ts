import type { CallingOperator } from '@prankpost/contracts'
import { credentialsMissing, type OperatorCheck, sessionEnded, sharedOperator } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { AdminPasswordDeps } from './check-admin-password.ts'
import { requireAdminPassword } from './log-in-admin.ts'

/** The operator of a call to auth itself; other services ask auth (`createOperatorCheck`). @throws 401, 429, 503 */
export async function checkOperator(
  { session, ...caller }: Parameters<OperatorCheck>[0],
  deps: AdminPasswordDeps & Pick<Deps, 'operatorAccess'>,
): Promise<CallingOperator> {
  const { password } = caller
  if (password !== undefined) {
    await requireAdminPassword({ ...caller, password }, deps)
    return sharedOperator
  }
  if (session === undefined) throw credentialsMissing()
  const operator = await deps.operatorAccess.operatorOf(session)
  if (operator === null) throw sessionEnded()
  return operator
}
