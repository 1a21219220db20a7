import { createHmac, randomBytes } from 'node:crypto'
import { adminPasswordAnswer } from '@prankpost/contracts'
import { LRUCache } from 'lru-cache'
import { tooMany, unauthorized } from '../errors.ts'
import type { InternalClient } from '../http/internal-client.ts'

/** The caller that sends an admin password: its address, and the value of the operator cookie, if the browser has one. */
interface AdminCaller {
  address: string
  browser?: string | undefined
}

/** Resolves when the admin password is correct. @throws 401 when missing or wrong, 429 after too many failures */
export type AdminCheck = (password: string | undefined, caller: AdminCaller) => Promise<void>

const cachedMs = 60_000
const maxCached = 1_000

/**
 * Asks auth whether an admin password is correct, and caches a positive answer for a minute, because each check costs
 * auth several writes. The cache holds only a digest that is useless outside this process. A wrong password removes the
 * caller's entry. Concurrent calls with the same password share one check: two hundred parcels cause one request.
 */
export function createAdminCheck(auth: InternalClient): AdminCheck {
  const salt = randomBytes(32)
  const digests = new LRUCache<string, string>({ max: maxCached, ttl: cachedMs })
  const checksInFlight = new Map<string, Promise<void>>()

  const ask = async (password: string, { address, browser }: AdminCaller, name: string, digest: string) => {
    const { valid, retryAfterSeconds } = await auth.post('/internal/admin-password', adminPasswordAnswer, {
      password: password.slice(0, 200),
      address,
      ...(browser !== undefined && { browser }),
    })
    if (retryAfterSeconds !== undefined) {
      throw tooMany(
        'Too many wrong admin passwords. Please wait a while before you try again.',
        retryAfterSeconds,
      )
    }
    if (!valid) throw unauthorized('Invalid admin password.')
    digests.set(name, digest)
  }

  return async (password, caller) => {
    if (password === undefined) throw unauthorized('The admin password is needed.')
    const digest = createHmac('sha256', salt).update(password).digest('base64')
    const name = `${caller.address} ${caller.browser ?? ''}`
    if (digests.get(name) === digest) return
    digests.delete(name)
    const checkKey = `${name} ${digest}`
    const inFlight = checksInFlight.get(checkKey)
    if (inFlight !== undefined) return inFlight
    const answer = ask(password, caller, name, digest).finally(() => checksInFlight.delete(checkKey))
    checksInFlight.set(checkKey, answer)
    return answer
  }
}
