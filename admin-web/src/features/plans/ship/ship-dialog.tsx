import { App, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useOpenItem } from '../../../lib/list-state.ts'
import { ShipLoader } from './ship-loader.tsx'

/** What would be lost if a form closed now. */
export interface Stake {
  planId: string
  isBusy: boolean
  /** Parcels of which nobody knows whether they have left. */
  unknown: number
}

/**
 * The ship form of the plan in the address (`?ship=ID`). It stays as long as it has something to lose: it does not
 * close while it ships, and asks before it forgets what was typed, also when the way out is the browser's Back.
 */
export function ShipDialog() {
  const { modal } = App.useApp()
  const [planId, openPlan] = useOpenItem('ship')
  const [stake, setStake] = useState<Stake | null>(null)
  const isAsking = useRef(false)
  const shownId = stake?.planId ?? planId

  const close = () => {
    setStake(null)
    openPlan(null)
  }
  const requestClose = () => {
    if (stake === null) return close()
    if (stake.isBusy || isAsking.current) return
    isAsking.current = true
    modal.confirm({
      ...questionFor(stake),
      cancelText: 'Keep Editing',
      focusable: { autoFocusButton: 'cancel' },
      onOk: close,
      afterClose: () => {
        isAsking.current = false
      },
    })
  }

  const wasLeft = stake !== null && planId !== stake.planId
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time the address leaves the form.
  useEffect(() => {
    if (!wasLeft) return
    openPlan(stake.planId)
    requestClose()
  }, [wasLeft])
  useEffect(() => {
    if (stake === null) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [stake])

  const isClosable = !stake?.isBusy
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
          onStake={setStake}
          onCancel={requestClose}
          onShipped={close}
        />
      )}
    </Modal>
  )
}

function questionFor({ unknown }: Stake) {
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
    content: `It is not known whether ${parcels} left. Retry would tell. Once closed, only the plan's parcels due and its logs do.`,
    okText: 'Close All the Same',
  }
}
