import { createHash, timingSafeEqual } from 'node:crypto'
import { addressKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/**
 * Says whether an admin password is right, in constant time. Five failures from one address in 15
 * minutes, whichever service asked, get `retryAfterSeconds` from then on, even for the right password.
 * Each try is counted before it is compared and a right one is given back, so that tries that come at
 * once share the five; one address has its tries in turn, so that right ones do not refuse each other.
 */
export async function checkAdminPassword(
  { password, address }: { password: string; address: string },
  { limits: { adminFailures }, adminPassword, inTurn }: Pick<Deps, 'limits' | 'adminPassword' | 'inTurn'>,
): Promise<{ valid: boolean; retryAfterSeconds?: number }> {
  const key = addressKey(address)
  return inTurn(key, async () => {
    const wait = await adminFailures.count(key)
    if (wait !== null) return { valid: false, retryAfterSeconds: wait }
    const valid = timingSafeEqual(digest(password.trim()), digest(adminPassword))
    if (valid) await adminFailures.giveBack(key)
    return { valid }
  })
}

// Digests have one length, which timingSafeEqual needs, and tell nothing of the password's.
const digest = (text: string) => createHash('sha256').update(text).digest()
