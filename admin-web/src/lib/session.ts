import { storedText, useStoredText } from './stored-text.ts'

/** The operator is logged in while this holds a password (specification, sections 3 and 4). */
const password = storedText('adminPassword')
const refusalListeners = new Set<() => void>()

/** The password that goes along with every admin call; null while nobody is logged in. */
export function adminPassword(): string | null {
  return password.get() || null
}

/** Whether somebody is logged in, also from another tab. */
export function useIsLoggedIn(): boolean {
  return Boolean(useStoredText(password))
}

/** Keeps the password that the server has just called right. */
export function startSession(right: string) {
  password.set(right)
}

/** Forgets the password. */
export function endSession() {
  password.set(null)
}

/**
 * Ends the session whose password the server refuses, and tells of it once, however many calls were refused.
 * A refusal of an older password than today's means nothing.
 */
export function refuseSession(refused: string) {
  if (adminPassword() !== refused) return
  endSession()
  for (const listener of refusalListeners) listener()
}

/** Hears when the server refuses the password of the session. */
export function onRefusal(listener: () => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}
