import { createHash } from 'node:crypto'

/** The name under which limits count an e-mail address: it holds no address, and does not say whether there is an account. */
export const emailKey = (email: string) => createHash('sha256').update(email).digest('base64url')
