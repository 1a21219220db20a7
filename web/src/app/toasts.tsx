import { type ComponentType, useEffect, useState } from 'react'
import { useToast } from '../lib/toasts.ts'

const firstInteractions = ['pointerover', 'pointerdown', 'keydown', 'touchstart', 'scroll'] as const

/**
 * The place of toasts. Their code is loaded at the customer's first interaction, so that it is not part of the first
 * page, but is available before a toast has to report that the network is down.
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
          // The next interaction or the next toast tries again.
        },
      )
    }
    if (isWanted) load()
    for (const name of firstInteractions) document.addEventListener(name, load, { once: true, passive: true })
    return () => {
      for (const name of firstInteractions) document.removeEventListener(name, load)
    }
  }, [Toaster, isWanted])
  // Rendered from the start: a modal keeps only those live regions accessible that exist when it opens.
  return <div aria-live="off">{Toaster && <Toaster />}</div>
}
