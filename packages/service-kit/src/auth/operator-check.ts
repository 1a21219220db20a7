import { createHmac, randomBytes } from 'node:crypto'
import { adminPasswordAnswer, type CallingOperator, operatorSessionAnswer } from '@prankpost/contracts'
import { LRUCache } from 'lru-cache'
import { tooMany, unauthorized } from '../errors.ts'
import type { InternalClient } from '../http/internal-client.ts'
import { createSingleFlight } from '../single-flight.ts'

/** What a call of an operator carries, and where it comes from. */
interface OperatorCredentials {
  /** The shared admin password. It decides when both are given. */
  password: string | undefined
  /** The token of an operator's session. */
  session: string | undefined
  /** The caller's address. */
  address: string
  /** The mark of a browser in which the admin password was right. */
  browser?: string | undefined
  /** The call, for the audit trail of auth's own endpoints. */
  endpoint: string
  requestId: string
}

/** Returns the operator who makes a call. @throws 401 without valid credentials, 429 after too many wrong passwords */
export type OperatorCheck = (credentials: OperatorCredentials) => Promise<CallingOperator>

/** Who the shared admin password stands for. */
export const sharedOperator: CallingOperator = { id: null, name: 'admin', role: 'owner', needsTotp: false }

/** @throws 401: a session that has ended */
export const sessionEnded = () => unauthorized('Your session has ended. Please sign in again.')
/** @throws 401: neither a password nor a session */
export const credentialsMissing = () => unauthorized('The admin password is needed.')

/**
 * Asks auth who the operator is: about a session for each call, so that an ended session and a new role apply at once;
 * about the shared password as `createPasswordCheck` does.
 */
export function createOperatorCheck(auth: InternalClient): OperatorCheck {
  const checkPassword = createPasswordCheck(auth)
  return async ({ password, session, ...caller }) => {
    if (password !== undefined) {
      await checkPassword(password, caller)
      return sharedOperator
    }
    if (session === undefined) throw credentialsMissing()
    const { operator } = await auth.post('/internal/operator-sessions', operatorSessionAnswer, {
      token: session,
    })
    if (operator === null) throw sessionEnded()
    return operator
  }
}

const cachedMs = 60_000
const maxCached = 1_000

/**
 * Asks auth whether an admin password is correct, and caches a positive answer for a minute, because each check costs
 * auth several writes. The cache holds only a digest that is useless outside this process. A wrong password removes the
 * caller's entry. Concurrent calls with the same password share one check: two hundred parcels cause one request.
 */
function createPasswordCheck(auth: InternalClient) {
  const salt = randomBytes(32)
  const digests = new LRUCache<string, string>({ max: maxCached, ttl: cachedMs })
  const share = createSingleFlight<void>()

  const ask = async (password: string, { address, browser }: Caller, name: string, digest: string) => {
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

  return async (password: string, caller: Caller) => {
    const digest = createHmac('sha256', salt).update(password).digest('base64')
    const name = `${caller.address} ${caller.browser ?? ''}`
    if (digests.get(name) === digest) return
    digests.delete(name)
    return share(`${name} ${digest}`, () => ask(password, caller, name, digest))
  }
}

type Caller = Pick<OperatorCredentials, 'address' | 'browser'>
