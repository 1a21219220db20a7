import type { Operator, OperatorRole } from '@prankpost/contracts/operator'
import { ignoreMissing } from '../../lib/admin-call.ts'
import { roles } from '../../lib/roles.ts'
import { useNotifiedAction } from '../../lib/use-notified-action.ts'
import { changeOperator, type OperatorPatch, refreshTeam, removeOperator } from './api.ts'

/** What the owner can do with a colleague; each asks first, because it takes access away or sends a mail. */
export function useOperatorActions({ id, name, email }: Operator) {
  const { ask, isPending } = useNotifiedAction({ about: name, refresh: refreshTeam })
  const change = (patch: OperatorPatch) => () => changeOperator(id, patch)

  return {
    isPending,
    setRole: (role: OperatorRole) =>
      ask(
        `Make ${name} ${roles[role].label.toLowerCase()}?`,
        `${roles[role].about} It applies at once.`,
        'Change Role',
        change({ role }),
        'Role Changed',
      ),
    inviteAgain: () =>
      ask(
        `Send ${name} a new link?`,
        `It goes to ${email}, and earlier links stop working. With it a new password is set.`,
        'Send Link',
        change({ invite: true }),
        'Link Sent',
      ),
    resetCodes: () =>
      ask(
        `Reset the one-time codes of ${name}?`,
        'Do this only if you have spoken with them: until new codes are set up, the password alone is enough.',
        'Reset Codes',
        change({ resetTotp: true }),
        'Codes Reset',
      ),
    remove: () =>
      ask(
        `Remove ${name}?`,
        'All sessions end at once. The audit trail keeps the name.',
        'Remove',
        () => removeOperator(id).catch(ignoreMissing),
        'Removed',
      ),
  }
}
