import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { HoldDialog } from './actions/hold-dialog.tsx'
import { PickListDialog } from './actions/pick-list-dialog.tsx'
import { RefundDialog } from './actions/refund-dialog.tsx'
import { RefuseDialog } from './actions/refuse-dialog.tsx'
import { SendAgainDialog } from './actions/send-again-dialog.tsx'

const dialogs = {
  hold: HoldDialog,
  refuse: RefuseDialog,
  'send-again': SendAgainDialog,
  refund: RefundDialog,
}

/** The dialog that is open, with the parcels that it is about as they were when it was opened. */
export type OpenDialog =
  | { kind: 'pick'; ids: string[] }
  | { kind: keyof typeof dialogs; parcel: QueuedParcel }

/** The dialog of the selection or of one parcel. It stays when the parcels leave the list. */
export function ParcelDialog({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  if (open.kind === 'pick') return <PickListDialog ids={open.ids} onClose={onClose} />
  const Dialog = dialogs[open.kind]
  return <Dialog parcel={open.parcel} onClose={onClose} />
}
