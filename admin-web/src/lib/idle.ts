import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Without input for this long, nothing is polled: each call would extend the session of an operator who has left. */
const idleAfterMs = 10 * 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Stops polling while the page is not used, so that the session ends as the server intends. The next input starts it again. */
export function useIdle(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout>
    let isIdle = false
    const wake = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isIdle = true
        focusManager.setFocused(false)
      }, idleAfterMs)
      if (isIdle) focusManager.setFocused(undefined)
      isIdle = false
    }
    wake()
    for (const sign of signs) addEventListener(sign, wake, { passive: true })
    return () => {
      clearTimeout(timer)
      focusManager.setFocused(undefined)
      for (const sign of signs) removeEventListener(sign, wake)
    }
  }, [isOn])
}
