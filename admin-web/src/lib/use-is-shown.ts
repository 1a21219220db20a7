import { useEffect, useRef } from 'react'

/** Whether the component is still on the screen: what it has started may end after it was closed. */
export function useIsShown(): { readonly current: boolean } {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
