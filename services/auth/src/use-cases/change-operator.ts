import type { Operator as OperatorDto, OperatorRole } from '@prankpost/contracts'
import { conflict, notFound, searchTermsOf } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toOperatorDto } from '../operator.dto.ts'
import type { Operator } from '../operator.model.ts'
import { operatorInvited } from './invite-operator.ts'

interface OperatorPatch {
  name?: string | undefined
  role?: OperatorRole | undefined
  invite?: true | undefined
  resetTotp?: true | undefined
}

/**
 * Changes an operator in one write. A new role applies to the next call of every session. A new invitation voids the
 * earlier links; the present password works until it is accepted.
 * @throws 404 when there is no such operator, 409 for a new role of the last owner
 */
export async function changeOperator(
  { id, name, role, invite, resetTotp }: OperatorPatch & { id: string },
  deps: Pick<Deps, 'operators' | 'operatorOutbox' | 'adminPassword'>,
): Promise<OperatorDto> {
  if (role !== undefined && role !== 'owner') await requireOtherOwner(id, deps)
  let changed: Operator | undefined
  await deps.operatorOutbox.change({ _id: id }, (operator) => {
    const invitedAt = invite ? new Date() : operator.invitedAt
    const $set = {
      invitedAt,
      ...(name !== undefined && { name, searchTerms: searchTermsOf([name, operator.email]) }),
      ...(role !== undefined && { role }),
      ...(resetTotp && { totp: null, newTotpSecret: null }),
    }
    changed = { ...operator, ...$set }
    return { update: { $set }, events: invite && invitedAt ? [operatorInvited(id, invitedAt)] : [] }
  })
  if (changed === undefined) throw notFound('There is no such operator.')
  return toOperatorDto(changed)
}

/**
 * Removes an operator. The sessions end with it: each call reads the operator.
 * @throws 404 when there is no such operator, 409 for the last owner
 */
export async function removeOperator(
  { id }: { id: string },
  deps: Pick<Deps, 'operators' | 'operatorSessions' | 'adminPassword'>,
): Promise<void> {
  await requireOtherOwner(id, deps)
  const { deletedCount } = await deps.operators.deleteOne({ _id: id })
  if (deletedCount === 0) throw notFound('There is no such operator.')
  await deps.operatorSessions.deleteMany({ operatorId: id })
}

/**
 * Ensures that an owner can still sign in. Two concurrent calls may remove the last two owners: the shared
 * password, switched on again, helps then.
 * @throws 409 when the operator is the last active owner, and the shared password is off
 */
async function requireOtherOwner(
  id: string,
  { operators, adminPassword }: Pick<Deps, 'operators' | 'adminPassword'>,
): Promise<void> {
  if (adminPassword !== null) return
  const owners = await operators
    .find({ role: 'owner', passwordHash: { $ne: null } }, { _id: 1 })
    .limit(2)
    .lean()
  if (owners.length === 1 && owners[0]?._id === id)
    throw conflict(
      'This is the only owner, and the shared password is off. Make another operator an owner first.',
    )
}
