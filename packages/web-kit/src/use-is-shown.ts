import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still on the screen, for what ends later: a closed form must not close the next one. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
