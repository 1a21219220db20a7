import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { invalid } from '../errors.ts'

/** The idempotency key of a call; undefined without one. @throws 400 for a key that is too long or not printable ASCII */
export function idempotencyKeyOf(req: Pick<Request, 'get'>): string | undefined {
  const key = req.get('idempotency-key')
  if (key === undefined || /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw invalid('The header Idempotency-Key must have 1 to 255 printable ASCII characters.')
}

/** A digest of what a call contains, by which a repetition of it is known: SHA-256 of its JSON, in base64url. */
export const callDigest = (call: unknown): string =>
  createHash('sha256').update(JSON.stringify(call)).digest('base64url')
