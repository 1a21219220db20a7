import type { Deps } from '../deps.ts'
import type { Operator } from '../operator.model.ts'

/** The mail of an invitation; null when it was replaced or accepted, or the operator was removed. */
export async function readOperatorInvitation(
  { operatorId, invitedAt }: { operatorId: string; invitedAt: string },
  { operators, invitations }: Pick<Deps, 'operators' | 'invitations'>,
): Promise<{ to: string; name: string; url: string } | null> {
  const operator = await operators.findOne({ _id: operatorId }).lean<Operator>()
  if (operator === null || operator.invitedAt?.toISOString() !== invitedAt) return null
  const url = invitations.make(operator)
  return url === null ? null : { to: operator.email, name: operator.name, url }
}
