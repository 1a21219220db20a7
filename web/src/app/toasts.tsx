import { type ComponentType, useEffect, useState } from 'react'
import { useToast } from '../lib/toasts.ts'

const firstSigns = ['pointerover', 'pointerdown', 'keydown', 'touchstart', 'scroll'] as const

/**
 * The place of toasts. Its code comes with the customer's first move, so that the first page does not carry
 * it, and it is there before a toast can tell that the network is gone.
 */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const isWanted = useToast() !== null
  useEffect(() => {
    if (Toaster) return
    const load = () => {
      import('../components/toaster.tsx').then(
        (module) => setToaster(() => module.default),
        () => {
          // The next sign of life, or the next toast, tries again.
        },
      )
    }
    if (isWanted) load()
    for (const sign of firstSigns) document.addEventListener(sign, load, { once: true, passive: true })
    return () => {
      for (const sign of firstSigns) document.removeEventListener(sign, load)
    }
  }, [Toaster, isWanted])
  // There from the start: a modal leaves only those live regions open to screen readers that it finds.
  return <div aria-live="off">{Toaster && <Toaster />}</div>
}
