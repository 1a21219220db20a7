import { createHash } from 'node:crypto'

/** The customer in the uses of a code: not the id, so that uses of different codes cannot be joined. */
export const customerKey = (code: string, customerId: string): string =>
  createHash('sha256').update(`${code} ${customerId}`).digest('base64url')
