import { type CallingOperator, endpointsOf, type OperatorMe, rolesWithTotp } from '@prankpost/contracts'
import { conflict, invalid } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Operator } from '../operator.model.ts'

type Caller = Pick<CallingOperator, 'id'>

/** Who is signed in. */
export async function readMe(
  { id, name, role }: CallingOperator,
  { operators }: Pick<Deps, 'operators'>,
): Promise<OperatorMe> {
  const operator = id === null ? null : await operators.findOne({ _id: id }).lean<Operator>()
  const hasTotp = (operator?.totp ?? null) !== null
  const needsTotp = operator !== null && !hasTotp && rolesWithTotp.includes(role)
  return { id, name, email: operator?.email ?? null, role, needsTotp, hasTotp, may: endpointsOf(role) }
}

/**
 * Creates a secret for one-time codes, which is used once it is confirmed. A repeat replaces it.
 * @throws 409 for the shared password, and when codes are in use
 */
export async function setUpTotp(
  caller: Caller,
  deps: Pick<Deps, 'operators' | 'totps'>,
): Promise<{ secret: string; uri: string }> {
  const { _id, email } = await requireWithoutTotp(caller, deps)
  const { secret, uri, encrypted } = deps.totps.create(email)
  await deps.operators.updateOne({ _id, totp: null }, { $set: { newTotpSecret: encrypted } })
  return { secret, uri }
}

/**
 * Confirms the secret with a code, and returns recovery codes, which are not stored. If the answer is lost, the owner
 * resets the codes.
 * @throws 400 for a wrong code, 409 for the shared password, when codes are in use, or without a secret
 */
export async function confirmTotp(
  { code, ...caller }: Caller & { code: string },
  deps: Pick<Deps, 'operators' | 'totps'>,
): Promise<{ recoveryCodes: string[] }> {
  const { _id, newTotpSecret } = await requireWithoutTotp(caller, deps)
  if (newTotpSecret === null) throw conflict('Please start again: there is no new secret.')
  const step = deps.totps.stepOf(newTotpSecret, code)
  if (step === null) {
    const message =
      'This code is not right. Check that the clock of your phone is right, and enter the next one.'
    throw invalid(message, [{ path: 'code', message }])
  }
  const { codes, digests } = deps.totps.createRecoveryCodes()
  const totp = { secret: newTotpSecret, lastStep: step, recoveryCodes: digests }
  const { modifiedCount } = await deps.operators.updateOne(
    { _id, newTotpSecret, totp: null },
    { $set: { totp, newTotpSecret: null } },
  )
  if (modifiedCount === 0) throw inUse()
  return { recoveryCodes: codes }
}

async function requireWithoutTotp({ id }: Caller, { operators }: Pick<Deps, 'operators'>): Promise<Operator> {
  const operator = id === null ? null : await operators.findOne({ _id: id }).lean<Operator>()
  if (operator === null) throw conflict('The shared password has no one-time codes.')
  if (operator.totp !== null) throw inUse()
  return operator
}

const inUse = () => conflict('One-time codes are in use already. The owner can reset them.')
