import { createHash } from 'node:crypto'

/** The key that rate limits use for an e-mail address. It reveals neither the address nor whether an account exists. */
export const emailKey = (email: string) => createHash('sha256').update(email).digest('base64url')
