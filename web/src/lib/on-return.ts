import { useEffect } from 'react'

/** Runs `onReturn` when Back restores this page from the back/forward cache: its requests are no longer in flight. */
export function useOnReturn(onReturn: () => void) {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn()
    }
    globalThis.addEventListener('pageshow', onShow)
    return () => globalThis.removeEventListener('pageshow', onShow)
  }, [onReturn])
}
