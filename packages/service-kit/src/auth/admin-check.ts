import { createHmac, randomBytes } from 'node:crypto'
import { adminPasswordAnswer } from '@prankpost/contracts'
import { LRUCache } from 'lru-cache'
import { tooMany, unauthorized } from '../errors.ts'
import type { InternalClient } from '../http/internal-client.ts'

/** Who gives an admin password: from which address, and what the cookie of the browser says, if there is one. */
interface AdminCaller {
  address: string
  browser?: string | undefined
}

/** Resolves when the admin password is right. @throws 401 when missing or wrong, 429 after too many failures */
export type AdminCheck = (password: string | undefined, caller: AdminCaller) => Promise<void>

const cachedMs = 60_000
const maxCached = 1_000

/**
 * Asks auth whether an admin password is right, and caches a right answer for a minute: each question costs auth
 * several writes. What is cached is a digest that means nothing outside this process. A wrong password removes the
 * caller's entry. Calls that come at once with the same password ask together: two hundred parcels are one question.
 */
export function createAdminCheck(auth: InternalClient): AdminCheck {
  const salt = randomBytes(32)
  const digests = new LRUCache<string, string>({ max: maxCached, ttl: cachedMs })
  const asking = new Map<string, Promise<void>>()

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
    const question = `${name} ${digest}`
    const underWay = asking.get(question)
    if (underWay !== undefined) return underWay
    const answer = ask(password, caller, name, digest).finally(() => asking.delete(question))
    asking.set(question, answer)
    return answer
  }
}
