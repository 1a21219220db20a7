import { networkMessage } from '@prankpost/web-kit'
import { type ComponentType, useEffect, useState } from 'react'
import { toastError } from '../lib/toasts.ts'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/**
 * The code of a window, loaded when it is first opened, so that the first page does not carry it; null until
 * it is there. A load that fails closes the window and says why.
 */
export function useOnDemand<P>(load: Load<P>, open: boolean, onOpenChange: (open: boolean) => void) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    if (!open || Loaded) return
    let wanted = true
    load().then(
      (module) => wanted && setLoaded(() => module.default),
      () => {
        if (!wanted) return
        onOpenChange(false)
        toastError('Error', networkMessage)
      },
    )
    return () => {
      wanted = false
    }
  }, [load, open, onOpenChange, Loaded])
  return Loaded
}

/** Loads a window's code ahead, when the customer comes near the button that opens it. */
export function preload(load: () => Promise<unknown>) {
  load().catch(() => {
    // Opening the window tries again, and tells the customer then.
  })
}
