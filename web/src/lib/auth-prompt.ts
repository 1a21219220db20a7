import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the Sign In / Create Account dialog, from wherever signing in is needed. */
export function promptSignIn(open = true) {
  isOpen = open
  for (const listener of listeners) listener()
}

/** Whether the dialog is open. */
export function useAuthPrompt(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
    () => false,
  )
}
