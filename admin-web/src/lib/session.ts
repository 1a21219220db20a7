import { textSlot, useSlot } from '@prankpost/web-kit/storage'

/** The operator is logged in while the shared password is stored here (specification, sections 3 and 4). */
const password = textSlot('local', 'adminPassword')
/**
 * The e-mail address of an operator who is signed in with an own account. The session itself is a cookie that scripts cannot
 * read; this only says that there is one.
 */
const account = textSlot('local', 'prankpost-admin-account')

/** How this browser logged in last: `account`, else with the shared password. */
export const loginWay = textSlot('local', 'prankpost-admin-login')

/** Which session the server has ended: of the shared password, or of an operator's account. */
export type EndedKind = 'password' | 'account'
const refusalListeners = new Set<(kind: EndedKind) => void>()

/** The shared password that is sent with every admin call; null without one. */
export function adminPassword(): string | null {
  return password.get() || null
}

/** Whether the operator is logged in, with the shared password or an own account. */
export const isLoggedIn = () => adminPassword() !== null || Boolean(account.get())

/** Who is logged in, here or in another tab: with the shared password, with an own account, or no operator. */
export function useLogin(): EndedKind | null {
  const shared = useSlot(password)
  const own = useSlot(account)
  if (shared) return 'password'
  return own ? 'account' : null
}

/** Stores the shared password that the server has just verified. */
export function startSession(verified: string) {
  account.clear()
  password.set(verified)
}

/** Notes that an operator has just signed in with this address. */
export function startAccountSession(email: string) {
  password.clear()
  account.set(email)
}

/** Deletes what is stored about the session. */
export function endSession() {
  password.clear()
  account.clear()
}

/**
 * Ends the session that the server has refused, and notifies the listeners once, even if several calls were refused.
 * `refused` is the password of the call; null for a call of an account. A refusal of an older password is ignored.
 */
export function refuseSession(refused: string | null) {
  if (!isLoggedIn() || adminPassword() !== refused) return
  endSession()
  for (const listener of refusalListeners) listener(refused === null ? 'account' : 'password')
}

/** Registers a listener that is called when the server refuses the session. */
export function onRefusal(listener: (kind: EndedKind) => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}
