import { App, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useOpenItem } from '../../../lib/list-state.ts'
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
  const { modal } = App.useApp()
  const [planId, openPlan] = useOpenItem('ship')
  const [unsaved, setUnsaved] = useState<UnsavedForm | null>(null)
  const isConfirming = useRef(false)
  const shownId = unsaved?.planId ?? planId

  const close = () => {
    setUnsaved(null)
    openPlan(null)
  }
  const requestClose = () => {
    if (unsaved === null) return close()
    if (unsaved.isBusy || isConfirming.current) return
    isConfirming.current = true
    const answer = (then?: () => void) => () => {
      isConfirming.current = false
      then?.()
    }
    modal.confirm({
      ...questionFor(unsaved),
      cancelText: 'Keep Editing',
      focusable: { autoFocusButton: 'cancel' },
      onOk: answer(close),
      onCancel: answer(),
    })
  }

  const wasLeft = unsaved !== null && planId !== unsaved.planId
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time the URL leaves the form.
  useEffect(() => {
    if (!wasLeft) return
    openPlan(unsaved.planId)
    requestClose()
  }, [wasLeft])
  useEffect(() => {
    if (unsaved === null) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [unsaved])

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

function questionFor({ unknown }: UnsavedForm) {
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
