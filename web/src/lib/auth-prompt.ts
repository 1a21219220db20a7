import { useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { paths } from './paths.ts'

/** The form that the sign-in dialog opens with. */
export type AuthPrompt = 'sign-in' | 'forgot-password'

let prompt: AuthPrompt | null = null
const listeners = new Set<() => void>()

function show(next: AuthPrompt | null) {
  prompt = next
  for (const listener of listeners) listener()
}

/** Opens or closes the Sign In / Create Account dialog. Any component may call it. */
export function promptSignIn(open = true) {
  show(open ? 'sign-in' : null)
}

/** Opens the dialog on the account page, so that the reload after sign-in does not open a used link again. */
export function signInOnAccount() {
  navigate(paths.account)
  promptSignIn()
}

/** Opens the dialog with the form that requests a password reset link. */
export function promptNewPassword() {
  show('forgot-password')
}

/** The form that the dialog is open with; null while it is closed. */
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
