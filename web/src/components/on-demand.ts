import { networkMessage } from '@prankpost/web-kit'
import { type ComponentType, useEffect, useState } from 'react'
import { reloadIfOutdated } from '../lib/outdated.ts'
import { toastError } from '../lib/toasts.ts'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/**
 * The component of a dialog, loaded when it is first opened, so that it is not part of the first page; null until
 * it is loaded. A failed load closes the dialog and shows a toast.
 */
export function useOnDemand<P>(load: Load<P>, open: boolean, onOpenChange: (open: boolean) => void) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    if (!open || Loaded) return
    let isNeeded = true
    load().then(
      (module) => isNeeded && setLoaded(() => module.default),
      () => {
        if (!isNeeded) return
        onOpenChange(false)
        toastError('Error', networkMessage)
        reloadIfOutdated()
      },
    )
    return () => {
      isNeeded = false
    }
  }, [load, open, onOpenChange, Loaded])
  return Loaded
}

/** Preloads the code of a dialog, when the pointer or the focus reaches the button that opens it. */
export function preload(load: () => Promise<unknown>) {
  load().catch(() => {
    // Opening the dialog tries again, and reports a failure.
  })
}

/** The properties of such a button. */
export function preloadOn(load: () => Promise<unknown>) {
  const start = () => preload(load)
  return { onPointerEnter: start, onFocus: start }
}
