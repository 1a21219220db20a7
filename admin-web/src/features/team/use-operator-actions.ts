import type { Operator, OperatorRole } from '@prankpost/contracts/operator'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { ignoreMissing } from '../../lib/admin-call.ts'
import { useNotify } from '../../lib/notify.ts'
import { roles } from '../../lib/roles.ts'
import { changeOperator, type OperatorPatch, refreshTeam, removeOperator } from './api.ts'

/** What the owner can do with a colleague; each asks first, because it takes access away or sends a mail. */
export function useOperatorActions({ id, name, email }: Operator) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => notify.error('Error', errorText(error, 'It could not be done. Please try again.')),
    onSettled: () => refreshTeam(queryClient),
  })
  const ask = (title: string, content: string, okText: string, act: () => Promise<unknown>, done: string) =>
    modal.confirm({
      title,
      content,
      okText,
      // A notification reports a failure; the dialog closes in any case.
      onOk: () =>
        mutateAsync(act).then(
          () => notify.success(done, name),
          () => undefined,
        ),
    })
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
