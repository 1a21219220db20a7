import type { Operator as OperatorDto, OperatorRole } from '@prankpost/contracts'
import { conflict, searchTermsOf, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type Deps, emit } from '../deps.ts'
import { toOperatorDto } from '../operator.dto.ts'

/**
 * Creates an operator without a password, in one write with the event that requests the mail of the invitation. For
 * concurrent calls with the same e-mail address, the unique index decides.
 * @throws 409 when the e-mail address is taken
 */
export async function inviteOperator(
  { name, email, role }: { name: string; email: string; role: OperatorRole },
  { operatorOutbox }: Pick<Deps, 'operatorOutbox'>,
): Promise<OperatorDto> {
  const createdAt = new Date()
  const operator = {
    _id: new Types.ObjectId().toHexString(),
    name,
    email,
    role,
    passwordHash: null,
    passwordSetAt: null,
    invitedAt: createdAt,
    totp: null,
    newTotpSecret: null,
    createdAt,
    lastSeenAt: null,
    searchTerms: searchTermsOf([name, email]),
  }
  const invited = operatorInvited(operator._id, createdAt)
  if (!(await unlessDuplicate(operatorOutbox.insert(operator, [invited]))))
    throw conflict('There is an operator with this email already.')
  return toOperatorDto(operator)
}

/** Requests the mail of an invitation. */
export const operatorInvited = (operatorId: string, invitedAt: Date) =>
  emit('operator-invited', operatorId, { operatorId, invitedAt: invitedAt.toISOString() })
