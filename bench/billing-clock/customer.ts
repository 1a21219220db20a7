import { createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto'
import {
  type Contact,
  type SessionCreated,
  type Subscription,
  sessionCookie,
  sessionDays,
  type UnsentChoice,
} from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { insist, until } from './insist.ts'

type EntryPoint = Pick<Stack, 'baseUrl' | 'secrets'>

/** A customer who is signed in at the store. */
export interface Customer {
  id: string
  email: string
  /** Chooses a plan; returns the checkout session. */
  choosePlan(terms: { prankCount: number; withDiscount: boolean }): Promise<SessionCreated>
  /** Reports the payment from the success page. */
  confirm(sessionId: string): Promise<void>
  change(planId: string, prankCount: number): Promise<void>
  pause(planId: string, months: number): Promise<void>
  resume(planId: string): Promise<void>
  skip(planId: string): Promise<void>
  /** Waits until the store shows that the plan is paid until then. */
  seesPaidUntil(planId: string, end: Date): Promise<void>
  cancel(planId: string, unsent: UnsentChoice): Promise<void>
  /** Saves a target for the parcels; returns its id. */
  addTarget(): Promise<string>
}

/**
 * Creates a customer with a session that is signed with the stack's own key: with a thousand registrations, the run would
 * mainly measure password hashing.
 */
export function createCustomer(entryPoint: EntryPoint, number: number): Customer {
  const id = randomBytes(12).toString('hex')
  const email = `subscriber-${number}@customers.test`
  const cookie = `${sessionCookie}=${signSession({ sub: id, email }, entryPoint.secrets.SESSION_PRIVATE_KEY)}`
  const call = (method: string, path: string, body?: unknown) =>
    insist(`${entryPoint.baseUrl}${path}`, { method, headers: { cookie }, body })
  const ofPlan = (planId: string) => `/api/subscriptions/${planId}`
  const paidUntil = async (planId: string) => {
    const plans = (await call('GET', '/api/subscriptions')) as Subscription[]
    return plans.find(({ id }) => id === planId)?.currentPeriodEnd
  }
  return {
    id,
    email,
    choosePlan: ({ prankCount, withDiscount }) => {
      const discountCode = withDiscount ? 'markymarc' : undefined
      const body = { prankCount, discountCode }
      return call('POST', '/api/create-subscription-checkout', body) as Promise<SessionCreated>
    },
    confirm: async (sessionId) =>
      void (await call('POST', '/api/process-subscription-success', { sessionId })),
    change: async (planId, prankCount) => void (await call('PATCH', ofPlan(planId), { prankCount })),
    pause: async (planId, months) => void (await call('POST', `${ofPlan(planId)}/pause`, { months })),
    resume: async (planId) => void (await call('POST', `${ofPlan(planId)}/resume`, {})),
    skip: async (planId) => void (await call('POST', `${ofPlan(planId)}/skip`, {})),
    seesPaidUntil: (planId, end) =>
      until(async () => (await paidUntil(planId)) === end.toISOString(), `month of ${planId}`),
    cancel: async (planId, unsent) => void (await call('POST', `${ofPlan(planId)}/cancel`, { unsent })),
    addTarget: async () => ((await call('POST', '/api/contacts', target)) as Contact).id,
  }
}

const target = { name: 'Target', address: '12 Elm Street', city: 'Bend', state: 'OR', zipCode: '97701' }

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
