import { codeRequired, unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Operator } from '../operator.model.ts'
import { tryPassword } from '../password-tries.ts'
import { browserKey, isMarked } from './check-admin-password.ts'

interface OperatorSignIn {
  email: string
  password: string
  /** A one-time code or a recovery code. */
  code?: string | undefined
  address: string
  /** The mark of a browser in which an operator signed in. */
  browser?: string | undefined
  requestId: string
}

/**
 * Returns the operator with this e-mail address, password and code, and records the sign-in in the audit trail. An unknown
 * address takes the same time and gets the same answer as a wrong password. A code works once: of two concurrent calls
 * with the same code one signs in. A browser in which an operator signed in before has its own count of failures, so
 * strangers who know the address cannot lock its operator out.
 * @throws 401 when they do not match, 422 when the password is right and the code is missing, 429 after too many failures
 */
export async function signInOperator(
  { email, password, code, address, browser, requestId }: OperatorSignIn,
  deps: Pick<Deps, 'operators' | 'limits' | 'passwords' | 'totps' | 'audit'>,
): Promise<Operator> {
  const call = { endpoint: 'POST /api/operators/sign-in', address, requestId, body: { email } }
  const place = browser !== undefined && (await isMarked(browser, deps.limits)) ? browserKey(browser) : ''
  const attempt = { email: `operator ${email}${place}`, address, refusal: 'Too many failed sign-ins.' }
  const operator = await tryPassword(attempt, deps, async () => {
    const found = await deps.operators.findOne({ email }).lean<Operator>()
    const isRight = await deps.passwords.matches(found?.passwordHash ?? null, password)
    if (found === null || !isRight) return null
    if (found.totp === null) return found
    if (!code) throw codeRequired()
    return (await useCode(found, code, deps)) ? found : null
  })
  if (operator === null) {
    await deps.audit.record(call, 401)
    throw unauthorized('Invalid email, password or code.')
  }
  await deps.audit.record({ ...call, operator: { id: operator._id, name: operator.name } }, 200)
  return operator
}

/** Uses a one-time code or a recovery code up, in one conditional write. False when it is wrong or was used. */
async function useCode(
  { _id, totp }: Operator,
  code: string,
  { operators, totps }: Pick<Deps, 'operators' | 'totps'>,
): Promise<boolean> {
  const step = totps.stepOf(totp?.secret ?? '', code)
  const digest = totps.digestOf(code)
  const { modifiedCount } =
    step === null
      ? await operators.updateOne(
          { _id, 'totp.recoveryCodes': digest },
          { $pull: { 'totp.recoveryCodes': digest } },
        )
      : await operators.updateOne(
          { _id, 'totp.lastStep': { $lt: step } },
          { $set: { 'totp.lastStep': step } },
        )
  return modifiedCount === 1
}
