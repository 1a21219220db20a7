import type { ApiKey } from '@prankpost/contracts/api'
import { errorFromAnswer } from './api-error.ts'
import { type AnyOptions, type CallRest, fetchAll } from './client.ts'

/**
 * Downloads the file that an endpoint returns: an export or a document.
 * @throws ApiError as `call` does
 * @example const { blob, fileName } = await callFile('GET /api/admin/orders/export', { query: { status } })
 */
export async function callFile<K extends ApiKey>(
  key: K,
  ...[options]: CallRest<K>
): Promise<{ blob: Blob; fileName: string | null }> {
  const given = (options ?? {}) as AnyOptions
  const { ok, status, statusText, headers, content } = await fetchAll(
    key,
    { ...given, headers: { accept: '*/*', ...given.headers } },
    (response) => response.blob(),
  )
  if (!ok) throw errorFromAnswer(status, statusText, await content.text())
  const fileName = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null
  return { blob: content, fileName }
}
