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

async function withPassword<K extends AdminKey, T>(
  options: CallOptions<K> | undefined,
  send: (signed: CallRest<K>) => Promise<T>,
): Promise<T> {
  const password = adminPassword() ?? ''
  const headers = { ...options?.headers, [adminPasswordHeader]: password }
  try {
    return await send([{ ...options, headers }] as unknown as CallRest<K>)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) refuseSession(password)
    throw error
  }
}
