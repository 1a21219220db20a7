import type { DoNotPrankEntry } from '@prankpost/contracts/do-not-prank'
import { ApiError } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useNotify } from '../../lib/notify.ts'
import { refreshEntries, removeEntry } from './api.ts'

/** Removes an entry after a confirmation. One that is not on the list any more counts as removed. */
export function useRemoveEntry({ id }: DoNotPrankEntry, onRemoved?: () => void) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      try {
        await removeEntry(id)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: () => {
      notify.success('Address Removed')
      onRemoved?.()
    },
    onError: () => notify.error('Error', 'Failed to remove the address'),
    onSettled: () => refreshEntries(queryClient),
  })

  const confirmAndRemove = () =>
    modal.confirm({
      title: 'Remove this address from the list?',
      content:
        'It gets parcels again. Only its resident can ask for that: make sure that it is the resident.',
      okText: 'Remove',
      okButtonProps: { danger: true },
      // A notification reports a failure; the dialog closes in any case.
      onOk: () => mutateAsync().catch(() => undefined),
    })
  return { confirmAndRemove, isPending }
}
