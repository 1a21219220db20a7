import type { AccessOf, AnswerOf, ApiKey } from '@prankpost/contracts/api'
import { adminPasswordHeader } from '@prankpost/contracts/constants'
import { ApiError, type CallOptions, type CallRest, call, callFile } from '@prankpost/web-kit'
import { adminPassword, refuseSession } from './session.ts'

/** The endpoints that want the admin password. */
export type AdminKey = { [K in ApiKey]: AccessOf<K> extends 'admin' ? K : never }[ApiKey]

/**
 * Calls an admin endpoint with the password in its header. A 401 ends the session: the login card comes back.
 * @throws ApiError as `call` of web-kit does
 * @example await adminCall('DELETE /api/admin/contact-messages/:id', { params: { id } })
 */
export async function adminCall<K extends AdminKey>(key: K, ...[options]: CallRest<K>): Promise<AnswerOf<K>> {
  return withPassword<K, AnswerOf<K>>(options, (signed) => call(key, ...signed))
}

/** Fetches a file from an admin endpoint, as `adminCall` does otherwise. */
export async function adminFile<K extends AdminKey>(key: K, ...[options]: CallRest<K>) {
  return withPassword<K, { blob: Blob; fileName: string | null }>(options, (signed) =>
    callFile(key, ...signed),
  )
}

/** For how long an answer shows that the password is right: less than the pause between two polls. */
const sureForMs = 20_000
/** How long calls wait for the one that went ahead. */
const patienceMs = 2_000

let sure = { password: '', until: 0 }
let ahead: Promise<unknown> | null = null
const isSure = () => sure.password === adminPassword() && Date.now() < sure.until

/**
 * Sends a call with the stored password. While nothing shows that it is still right, one call goes ahead: the dashboard
 * asks ten services at once, and with an old password each of them would count a failure, which locks the operator out.
 */
async function withPassword<K extends AdminKey, T>(
  options: CallOptions<K> | undefined,
  send: (signed: CallRest<K>) => Promise<T>,
): Promise<T> {
  if (ahead !== null && !isSure()) {
    await Promise.race([ahead, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  }
  // Read after the wait: a refusal has cleared it, and a call without a password counts as no failure.
  const password = adminPassword() ?? ''
  const answer = sendWith(password, options, send)
  if (ahead === null && !isSure()) {
    const settled = () => {
      ahead = null
    }
    ahead = answer.then(settled, settled)
  }
  return answer
}

async function sendWith<K extends AdminKey, T>(
  password: string,
  options: CallOptions<K> | undefined,
  send: (signed: CallRest<K>) => Promise<T>,
): Promise<T> {
  const headers = { ...options?.headers, [adminPasswordHeader]: password }
  try {
    const answer = await send([{ ...options, headers }] as unknown as CallRest<K>)
    sure = { password, until: Date.now() + sureForMs }
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) refuseSession(password)
    throw error
  }
}
