import { createHmac, randomBytes } from 'node:crypto'
import { adminPasswordAnswer } from '@prankpost/contracts'
import { tooMany, unauthorized } from './errors.ts'
import type { InternalClient } from './internal-client.ts'

/** Resolves when the admin password is right. @throws 401 when missing or wrong, 429 after too many failures */
export type AdminCheck = (password: string | undefined, address: string) => Promise<void>

const rememberMs = 60_000
const maxRemembered = 1_000

/**
 * Asks auth whether an admin password is right, and remembers a right answer for a minute, by a
 * digest that means nothing outside this process. A wrong one makes it ask afresh for that address. Calls
 * that come at once with the same password ask together: two hundred parcels are one question.
 */
export function createAdminCheck(auth: InternalClient): AdminCheck {
  const salt = randomBytes(32)
  const remembered = new Map<string, { digest: string; until: number }>()
  const asking = new Map<string, Promise<void>>()

  const ask = async (password: string, address: string, digest: string) => {
    const { valid, retryAfterSeconds } = await auth.post('/internal/admin-password', adminPasswordAnswer, {
      password: password.slice(0, 200),
      address,
    })
    if (retryAfterSeconds !== undefined) {
      throw tooMany(
        'Too many wrong admin passwords. Please wait a while before you try again.',
        retryAfterSeconds,
      )
    }
    if (!valid) throw unauthorized('Invalid admin password.')
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(address, { digest, until: Date.now() + rememberMs })
  }

  return async (password, address) => {
    if (password === undefined) throw unauthorized('The admin password is needed.')
    const digest = createHmac('sha256', salt).update(password).digest('base64')
    const known = remembered.get(address)
    if (known !== undefined && known.digest === digest && known.until > Date.now()) return
    remembered.delete(address)
    const question = `${address} ${digest}`
    const underWay = asking.get(question)
    if (underWay !== undefined) return underWay
    const answer = ask(password, address, digest).finally(() => asking.delete(question))
    asking.set(question, answer)
    return answer
  }
}
