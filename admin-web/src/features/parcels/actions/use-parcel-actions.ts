import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNotify } from '../../../lib/notify.ts'
import { refreshParcels, simpleActions } from '../api.ts'

export type SimpleAction = keyof typeof simpleActions

const done: Record<SimpleAction, string> = {
  release: 'Parcel Released',
  delivered: 'Parcel Delivered',
  returned: 'Parcel Came Back',
}

/** What is done with one parcel without further input. Repeating it changes nothing. */
export function useParcelActions() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, parcel }: { action: SimpleAction; parcel: QueuedParcel }) =>
      simpleActions[action](parcel.id),
    onSuccess: (_, { action, parcel }) => notify.success(done[action], parcel.prank.name),
    onError: (error) => notify.error('Error', errorText(error, 'It could not be done. Please try again.')),
    onSettled: () => refreshParcels(queryClient),
  })
  const act = useCallback(
    (action: SimpleAction, parcel: QueuedParcel) => mutate({ action, parcel }),
    [mutate],
  )
  return { act, isActing: isPending }
}
