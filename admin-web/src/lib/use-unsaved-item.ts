import { App } from 'antd'
import { useEffect, useRef } from 'react'

interface UnsavedItem {
  /** The id in the URL, and the function that changes it. */
  id: string | null
  openItem: (id: string | null) => void
  /** The id of the item with unsaved input; null while there is none. */
  unsavedId: string | null
  /** While it is saved, it does not close. */
  isBusy?: boolean
  /** What is asked before the input is discarded. */
  question: { title: string; content: string; okText: string }
  /** Called when the item closes. */
  onClose: () => void
}

/**
 * Keeps an item open while it has unsaved input: closing it asks for confirmation first, also when the operator uses the
 * browser's Back, and so does the browser before the page is left.
 */
export function useUnsavedItem({ id, openItem, unsavedId, isBusy = false, question, onClose }: UnsavedItem): {
  shownId: string | null
  close: () => void
  requestClose: () => void
} {
  const { modal } = App.useApp()
  const isConfirming = useRef(false)
  const close = () => {
    onClose()
    openItem(null)
  }
  const requestClose = () => {
    if (unsavedId === null) return close()
    if (isBusy || isConfirming.current) return
    isConfirming.current = true
    const answer = (then?: () => void) => () => {
      isConfirming.current = false
      then?.()
    }
    modal.confirm({
      ...question,
      cancelText: 'Keep Editing',
      focusable: { autoFocusButton: 'cancel' },
      onOk: answer(close),
      onCancel: answer(),
    })
  }

  const wasLeft = unsavedId !== null && id !== unsavedId
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time the URL leaves the item.
  useEffect(() => {
    if (!wasLeft) return
    openItem(unsavedId)
    requestClose()
  }, [wasLeft])
  const isUnsaved = unsavedId !== null
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return { shownId: unsavedId ?? id, close, requestClose }
}
