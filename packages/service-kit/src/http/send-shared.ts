import { createHash } from 'node:crypto'
import type { Response } from 'express'

/**
 * Sends what is the same for all callers and all queries of a path: the gateway caches the response for up to 400 ms.
 * Browsers may cache it but must revalidate it each time; Express answers 304 itself.
 */
export function sendShared(res: Response, value: object): void {
  const json = JSON.stringify(value)
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
  res.set({ etag, 'cache-control': 'public, no-cache' }).type('json').send(json)
}
