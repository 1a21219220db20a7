import { type CallingOperator, type Operator as OperatorDto, rolesWithTotp } from '@prankpost/contracts'
import type { Operator } from './operator.model.ts'

type Shown = Omit<Operator, 'outbox' | 'revision'>

/** An operator as the owner sees it. */
export function toOperatorDto(operator: Shown): OperatorDto {
  const { _id, name, email, role, passwordHash, totp, createdAt, lastSeenAt } = operator
  return {
    id: _id,
    name,
    email,
    role,
    state: passwordHash === null ? 'invited' : 'active',
    hasTotp: totp !== null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}

/** The operator of a session, for the check of a call. */
export const toCallingOperator = ({ _id, name, role, totp }: Shown): CallingOperator => ({
  id: _id,
  name,
  role,
  needsTotp: totp === null && rolesWithTotp.includes(role),
})
