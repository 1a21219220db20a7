import { Modal } from 'antd'
import { useState } from 'react'
import { useOpenItem } from '../../../lib/list-state.ts'
import { useUnsavedItem } from '../../../lib/use-unsaved-item.ts'
import { ShipLoader } from './ship-loader.tsx'

/** The unsaved state of a form, which would be lost if it closed now. */
export interface UnsavedForm {
  planId: string
  isBusy: boolean
  /** The number of parcels of which it is not known whether they have shipped. */
  unknown: number
}

/**
 * The ship form of the plan in the URL (`?ship=ID`). It does not close while it ships. Before it discards input, it
 * asks for confirmation, also when the operator uses the browser's Back.
 */
export function ShipDialog() {
  const [id, openItem] = useOpenItem('ship')
  const [unsaved, setUnsaved] = useState<UnsavedForm | null>(null)
  const { shownId, close, requestClose } = useUnsavedItem({
    id,
    openItem,
    unsavedId: unsaved?.planId ?? null,
    isBusy: unsaved?.isBusy === true,
    question: questionFor(unsaved?.unknown ?? 0),
    onClose: () => setUnsaved(null),
  })
  const isClosable = !unsaved?.isBusy
  return (
    <Modal
      title="Ship Pranks for This Month"
      className="ship-dialog"
      width={980}
      open={shownId !== null}
      footer={null}
      destroyOnHidden
      closable={isClosable}
      keyboard={isClosable}
      mask={{ closable: isClosable }}
      onCancel={requestClose}
    >
      {shownId !== null && (
        <ShipLoader
          key={shownId}
          planId={shownId}
          onUnsavedChange={setUnsaved}
          onCancel={requestClose}
          onShipped={close}
        />
      )}
    </Modal>
  )
}

function questionFor(unknown: number) {
  if (unknown === 0) {
    return {
      title: 'Discard this form?',
      content: 'What you have chosen and typed will be lost.',
      okText: 'Discard',
    }
  }
  const parcels = unknown === 1 ? 'one parcel has' : `${unknown} parcels have`
  return {
    title: 'Close without knowing?',
    content: `It is not known whether ${parcels} left. Retry finds out. If you close this form, check the plan's parcels due and its logs.`,
    okText: 'Close All the Same',
  }
}
