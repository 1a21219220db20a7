import { createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SessionCreated, sessionCookie, sessionDays } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'

type EntryPoint = Pick<Stack, 'baseUrl' | 'secrets'>

/** A customer who is signed in at the store. */
export interface Customer {
  id: string
  email: string
  /** Chooses a plan; returns the checkout session. */
  choosePlan(terms: { prankCount: number; withDiscount: boolean }): Promise<SessionCreated>
  /** Reports the payment from the success page. */
  confirm(sessionId: string): Promise<void>
  cancel(planId: string): Promise<void>
}

/**
 * Creates a customer with a session that is signed with the stack's own key: with a thousand registrations, the run would
 * mainly measure password hashing.
 */
export function createCustomer(entryPoint: EntryPoint, number: number): Customer {
  const id = randomBytes(12).toString('hex')
  const email = `subscriber-${number}@customers.test`
  const cookie = `${sessionCookie}=${signSession({ sub: id, email }, entryPoint.secrets.SESSION_PRIVATE_KEY)}`
  const post = (path: string, body: unknown = {}) => insist(`${entryPoint.baseUrl}${path}`, cookie, body)
  return {
    id,
    email,
    choosePlan: ({ prankCount, withDiscount }) => {
      const discountCode = withDiscount ? 'markymarc' : undefined
      return post('/api/create-subscription-checkout', {
        prankCount,
        discountCode,
      }) as Promise<SessionCreated>
    },
    confirm: async (sessionId) => void (await post('/api/process-subscription-success', { sessionId })),
    cancel: async (planId) => void (await post(`/api/subscriptions/${planId}/cancel`)),
  }
}

/** Repeats the call until it succeeds, because the event of a payment may not have arrived yet. @throws after 2 minutes */
async function insist(url: string, cookie: string, body: unknown): Promise<unknown> {
  const end = Date.now() + 120_000
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return response.json()
    const answer = await response.text()
    if (Date.now() > end) throw new Error(`${url}: ${response.status} ${answer}`)
    await sleep(200)
  }
}

/** Signs a session as auth does: a JWT with ES256 (RFC 7518, section 3.4). */
function signSession(claims: { sub: string; email: string }, privateKey: string): string {
  const now = Math.floor(Date.now() / 1000)
  const payload = {
    ...claims,
    firstName: 'Pat',
    lastName: 'Potato',
    iss: 'auth',
    aud: 'prankpost',
    jti: randomUUID(),
    passwordSetAt: now * 1_000,
    iat: now,
    exp: now + sessionDays * 86_400,
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(payload)}`
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
