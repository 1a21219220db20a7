import type { ContactMessage, ContactMessageStatus } from '@prankpost/contracts/support'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isConflict } from '../../../lib/admin-call.ts'
import { useNotify } from '../../../lib/notify.ts'
import { changeMessage, patchMessage, refreshMail, stopOlderReads } from '../api.ts'

const mutationKey = ['mail', 'change']

/**
 * Sets a message's status: shown immediately, reverted if the server refuses it. Changes of one message are sent one
 * after the other; the lists are read again after the last one. What a colleague or the customer changed since the
 * operator saw the message is not overwritten.
 */
export function useChangeStatus({ id, status: before }: ContactMessage) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationKey,
    scope: { id: `mail-${id}` },
    mutationFn: (status: ContactMessageStatus) => changeMessage(id, { status, previous: { status: before } }),
    onMutate: async (status) => {
      await stopOlderReads(queryClient)
      patchMessage(queryClient, id, (message) => ({ ...message, status }))
      return { before }
    },
    onSuccess: () => notify.success('Message Updated', undefined, `mail-${id}`),
    onError: (error, status, context) => {
      patchMessage(queryClient, id, (message) =>
        message.status === status ? { ...message, status: context?.before ?? before } : message,
      )
      notify.error('Error', isConflict(error) ? error.message : 'Failed to update message')
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshMail(queryClient)
    },
  })
}
