import type { ContactMessage } from '@prankpost/contracts/support'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../../../lib/notify.ts'
import { changeMessage, patchMessage, refreshMail, threadQuery } from '../api.ts'

/** Takes a message, or gives it back. If a colleague took it meanwhile, nothing changes and the thread is read again. */
export function useAssign({ id, assignee: seen }: ContactMessage) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { queryKey } = threadQuery(id)
  return useMutation({
    mutationFn: (assignee: 'me' | null) => changeMessage(id, { assignee, previous: { assignee: seen } }),
    onSuccess: (message) => {
      patchMessage(queryClient, id, () => message)
      queryClient.setQueryData(queryKey, (thread) => thread && { ...thread, ...message })
      notify.success('Message Updated', undefined, `mail-${id}`)
    },
    onError: (error) => {
      notify.error('Error', errorText(error, 'Failed to update message'))
      void queryClient.invalidateQueries({ queryKey })
    },
    onSettled: () => refreshMail(queryClient),
  })
}
