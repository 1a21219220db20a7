import { isSignedOut } from '@prankpost/web-kit'
import { useEffect } from 'react'
import { paths } from './paths.ts'
import { useSession } from './session.ts'
import { toast } from './toasts.ts'

/** How long the toast is shown before the redirect to sign-in (specification, section 9). */
const redirectAfterMs = 500
/** The latest time of the redirect: the toast's code may fail to load, or another toast may replace it. */
const redirectAtLatestMs = 5000

/**
 * Shows the toast that the customer is logged out, and redirects to sign-in half a second after it is visible.
 * Returns a function that cancels the redirect.
 */
export function sendToSignIn(): () => void {
  let isCancelled = false
  const redirectIn = (ms: number) => setTimeout(() => globalThis.location.assign(paths.signIn), ms)
  let timer = redirectIn(redirectAtLatestMs)
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    tone: 'destructive',
    onShown: () => {
      if (isCancelled) return
      clearTimeout(timer)
      timer = redirectIn(redirectAfterMs)
    },
  })
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}

/** Redirects guests to sign-in. Does not redirect when the session could not be read. */
export function useSignedInOnly() {
  const session = useSession()
  const isGuest = session.user === null && !session.error
  useEffect(() => (isGuest ? sendToSignIn() : undefined), [isGuest])
  return session
}

/** Redirects to sign-in when a read is refused because the session has ended. */
export function useSignInOnRefusal(error: unknown) {
  const isRefused = isSignedOut(error)
  useEffect(() => (isRefused ? sendToSignIn() : undefined), [isRefused])
}
