import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../components/action-dialog.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { refreshParcels, sendAgain } from '../api.ts'

/** Sends a parcel again that came back: it returns to the queue. However often it is asked for, it is sent once. */
export function SendAgainDialog({ parcel, onClose }: { parcel: QueuedParcel; onClose: () => void }) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendAgain(parcel.id),
    onSuccess: () => {
      notify.success('To Pack Again', parcel.prank.name)
      onClose()
    },
    onSettled: () => {
      void refreshParcels(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
  })
  return (
    <ActionDialog
      title={`Send ${parcel.prank.name} again?`}
      submitLabel="Send Again"
      isPending={isPending}
      isReady
      error={error}
      unknownOutcome="It is not known whether it is sent again. Try again: a parcel is sent again only once."
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>
        The parcel{parcel.recipient && ` to ${parcel.recipient.name}`} goes back to the queue, with the same
        address and a new label. The customer gets a mail, and pays nothing.
      </p>
    </ActionDialog>
  )
}
