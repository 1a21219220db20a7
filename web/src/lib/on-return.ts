import { useEffect } from 'react'

/** Calls when the browser's Back shows this very page again, frozen as it was left: nothing is under way any more. */
export function useOnReturn(onReturn: () => void) {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn()
    }
    globalThis.addEventListener('pageshow', onShow)
    return () => globalThis.removeEventListener('pageshow', onShow)
  }, [onReturn])
}
