import { useSyncExternalStore } from 'react'

/** What the dialog for signing in begins with. */
export type AuthPrompt = 'sign-in' | 'forgot-password'

let prompt: AuthPrompt | null = null
const listeners = new Set<() => void>()

function show(next: AuthPrompt | null) {
  prompt = next
  for (const listener of listeners) listener()
}

/** Opens or closes the Sign In / Create Account dialog, from wherever signing in is needed. */
export function promptSignIn(open = true) {
  show(open ? 'sign-in' : null)
}

/** Opens the dialog where it sends a link to set a new password. */
export function promptNewPassword() {
  show('forgot-password')
}

/** What the dialog is open for; null while it is closed. */
export function useAuthPrompt(): AuthPrompt | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => prompt,
    () => null,
  )
}
