import { storedText, useStoredText } from './stored-text.ts'

/** The operator is logged in while a password is stored here (specification, sections 3 and 4). */
const password = storedText('adminPassword')
const refusalListeners = new Set<() => void>()

/** The password that is sent with every admin call; null without a session. */
export function adminPassword(): string | null {
  return password.get() || null
}

/** Whether the operator is logged in, here or in another tab. */
export function useIsLoggedIn(): boolean {
  return Boolean(useStoredText(password))
}

/** Stores a password that the server has just verified. */
export function startSession(verified: string) {
  password.set(verified)
}

/** Deletes the stored password. */
export function endSession() {
  password.set(null)
}

/**
 * Ends the session whose password the server has refused, and notifies the listeners once, even if several calls were
 * refused. A refusal of an older password is ignored.
 */
export function refuseSession(refused: string) {
  if (adminPassword() !== refused) return
  endSession()
  for (const listener of refusalListeners) listener()
}

/** Registers a listener that is called when the server refuses the password of the session. */
export function onRefusal(listener: () => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}
