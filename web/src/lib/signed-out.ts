import { ApiError } from '@prankpost/web-kit'
import { useEffect } from 'react'
import { paths } from './paths.ts'
import { useSession } from './session.ts'
import { toastError } from './toasts.ts'

/** How long the toast can be read before the door to signing in opens (specification, section 9). */
const redirectAfterMs = 500

/** Says that the customer is logged out and, half a second later, leads to signing in. Gives a way to call it off. */
export function sendToSignIn(): () => void {
  toastError('Unauthorized', 'You are logged out. Logging in again...')
  const timer = setTimeout(() => globalThis.location.assign(paths.signIn), redirectAfterMs)
  return () => clearTimeout(timer)
}

/** Sends away who is known not to be signed in; a session that could not be read sends nobody away. */
export function useSignedInOnly() {
  const session = useSession()
  const isGuest = session.user === null && !session.error
  useEffect(() => (isGuest ? sendToSignIn() : undefined), [isGuest])
  return session
}

/** Whether the server took the customer for a guest: the session has ended meanwhile. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Sends away whose reads are refused because the session has ended meanwhile. */
export function useSignInOnRefusal(error: unknown) {
  const isRefused = isSignedOut(error)
  useEffect(() => (isRefused ? sendToSignIn() : undefined), [isRefused])
}
