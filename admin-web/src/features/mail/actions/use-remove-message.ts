import type { ContactMessage } from '@prankpost/contracts/support'
import { ApiError } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useNotify } from '../../../lib/notify.ts'
import { refreshMail, removeMessage } from '../api.ts'
import { dropDraft } from '../notes/drafts.ts'

/** Deletes a message after a confirmation. A message that does not exist any more counts as deleted. */
export function useRemoveMessage({ id, subject }: ContactMessage) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      try {
        await removeMessage(id)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: () => {
      dropDraft(id)
      notify.success('Message Deleted')
    },
    onError: () => notify.error('Error', 'Failed to delete message'),
    onSettled: () => refreshMail(queryClient),
  })

  const confirmAndRemove = () =>
    modal.confirm({
      title: 'Delete this message?',
      content: `“${subject}” will be gone for good.`,
      okText: 'Delete',
      okButtonProps: { danger: true },
      // A notification reports a failure; the dialog closes in any case.
      onOk: () => mutateAsync().catch(() => undefined),
    })
  return { confirmAndRemove, isPending }
}
