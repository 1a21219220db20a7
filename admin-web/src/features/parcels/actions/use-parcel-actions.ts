import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { useCallback } from 'react'
import { useNotifiedAction } from '../../../lib/use-notified-action.ts'
import { refreshParcels, simpleActions } from '../api.ts'

export type SimpleAction = keyof typeof simpleActions

const done: Record<SimpleAction, string> = {
  release: 'Parcel Released',
  delivered: 'Parcel Delivered',
  returned: 'Parcel Came Back',
}

/** What is done with one parcel without further input. Repeating it changes nothing. */
export function useParcelActions() {
  const { start, isPending } = useNotifiedAction({ refresh: refreshParcels })
  // The same function on each render: hundreds of rows depend on it.
  const act = useCallback(
    (action: SimpleAction, { id, prank }: QueuedParcel) =>
      start(() => simpleActions[action](id), done[action], prank.name),
    [start],
  )
  return { act, isActing: isPending }
}
