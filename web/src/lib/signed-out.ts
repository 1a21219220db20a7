import { isSignedOut } from '@prankpost/web-kit'
import { useEffect } from 'react'
import { paths } from './paths.ts'
import { useSession } from './session.ts'
import { toast } from './toasts.ts'

/** How long the toast can be read before the door to signing in opens (specification, section 9). */
const redirectAfterMs = 500
/** When the door opens at the latest: the toast's code may never come, or another toast may take its place. */
const redirectAtLatestMs = 5000

/**
 * Says that the customer is logged out and, half a second after that can be read, leads to signing in.
 * Gives a way to call it off.
 */
export function sendToSignIn(): () => void {
  let isOff = false
  const leaveIn = (ms: number) => setTimeout(() => globalThis.location.assign(paths.signIn), ms)
  let timer = leaveIn(redirectAtLatestMs)
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    tone: 'destructive',
    onShown: () => {
      if (isOff) return
      clearTimeout(timer)
      timer = leaveIn(redirectAfterMs)
    },
  })
  return () => {
    isOff = true
    clearTimeout(timer)
  }
}

/** Sends away who is known not to be signed in; a session that could not be read sends nobody away. */
export function useSignedInOnly() {
  const session = useSession()
  const isGuest = session.user === null && !session.error
  useEffect(() => (isGuest ? sendToSignIn() : undefined), [isGuest])
  return session
}

/** Sends away whose reads are refused because the session has ended meanwhile. */
export function useSignInOnRefusal(error: unknown) {
  const isRefused = isSignedOut(error)
  useEffect(() => (isRefused ? sendToSignIn() : undefined), [isRefused])
}
