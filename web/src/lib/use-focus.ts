import { useEffect, useRef } from 'react'

/** Moves the focus to an element when it appears, because the button that was pressed is gone. */
export function useFocusOnArrival<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
