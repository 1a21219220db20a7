import type { AccessOf, AnswerOf, ApiKey } from '@prankpost/contracts/api'
import { adminPasswordHeader } from '@prankpost/contracts/constants'
import { ApiError, type CallOptions, type CallRest, call, callFile } from '@prankpost/web-kit'
import { adminPassword, refuseSession } from './session.ts'

/** The endpoints of operators. */
export type AdminKey = { [K in ApiKey]: AccessOf<K> extends 'admin' ? K : never }[ApiKey]

/**
 * Calls an admin endpoint with the shared password in its header, or with the cookie of an operator's session. A 401 ends
 * the session: the login page is shown again.
 * @throws ApiError like `call` of web-kit
 * @example await adminCall('DELETE /api/admin/contact-messages/:id', { params: { id } })
 */
export async function adminCall<K extends AdminKey>(key: K, ...[options]: CallRest<K>): Promise<AnswerOf<K>> {
  return withPassword<K, AnswerOf<K>>(options, (signed) => call(key, ...signed))
}

/** Fetches a file from an admin endpoint; otherwise like `adminCall`. */
export async function adminFile<K extends AdminKey>(key: K, ...[options]: CallRest<K>) {
  return withPassword<K, { blob: Blob; fileName: string | null }>(options, (signed) =>
    callFile(key, ...signed),
  )
}

const forbiddenListeners = new Set<() => void>()

/** Registers a listener that is called when a call was forbidden: the role may have changed. */
export function onForbidden(listener: () => void): () => void {
  forbiddenListeners.add(listener)
  return () => forbiddenListeners.delete(listener)
}

/** How long the password counts as verified after a response: less than the interval between two polls. */
const verifiedForMs = 20_000
/** How long calls wait for the first call. */
const firstCallTimeoutMs = 2_000

let verified = { password: '', until: 0 }
let firstCall: Promise<unknown> | null = null
const isVerified = () => verified.password === adminPassword() && Date.now() < verified.until

/**
 * Sends a call with the stored password. While the password is not verified, one call is sent first and the others
 * wait for it: the dashboard calls ten services at once. With an old password, each of them would count a failed
 * attempt, and the operator would be locked out. Calls with a cookie do not wait.
 */
async function withPassword<K extends AdminKey, T>(
  options: CallOptions<K> | undefined,
  send: (signed: CallRest<K>) => Promise<T>,
): Promise<T> {
  if (adminPassword() === null) return sendWith(null, options, send)
  if (firstCall !== null && !isVerified()) {
    await Promise.race([firstCall, new Promise((resolve) => setTimeout(resolve, firstCallTimeoutMs))])
  }
  // Read after the wait: a refusal clears the password, and a call without one does not count as a failed attempt.
  const password = adminPassword()
  const answer = sendWith(password, options, send)
  if (firstCall === null && !isVerified()) {
    const settled = () => {
      firstCall = null
    }
    firstCall = answer.then(settled, settled)
  }
  return answer
}

async function sendWith<K extends AdminKey, T>(
  password: string | null,
  options: CallOptions<K> | undefined,
  send: (signed: CallRest<K>) => Promise<T>,
): Promise<T> {
  const headers = { ...options?.headers, ...(password !== null && { [adminPasswordHeader]: password }) }
  try {
    const answer = await send([{ ...options, headers }] as unknown as CallRest<K>)
    if (password !== null) verified = { password, until: Date.now() + verifiedForMs }
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) refuseSession(password)
    if (error instanceof ApiError && error.status === 403)
      for (const listener of forbiddenListeners) listener()
    throw error
  }
}

/** Whether a call failed because its subject does not exist. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Whether a call was refused because of what changed meanwhile. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409

/** Whether the server may have carried out the action although it failed here. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && error.status >= 400 && error.status < 500)
}

/** Catches the failure of a removal whose subject does not exist any more: it counts as removed. */
export function ignoreMissing(error: unknown) {
  if (!isMissing(error)) throw error
}
