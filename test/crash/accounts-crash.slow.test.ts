import type { MailLinkPurpose } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashPoint, dieAtEach } from '../support/die-at-each.ts'
import { mailsTo, tokensTo, verifyEmail } from '../support/mails.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let mongo: MongoClient
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'contact', 'notification'],
    crashAt: {},
  })
  mongo = new MongoClient(stack.mongodbUri)
})
afterAll(async () => {
  await mongo.close()
  await stack.stop()
})

/** A mail that failed three times while services were down waits for a minute on its retry stage. */
const settledWithinMs = 120_000

/** Auth's outboxes are empty, and no mail is being sent. */
async function settled(): Promise<boolean> {
  const database = (service: string) => mongo.db(`${stack.databasePrefix}_${service}`)
  const due = { outboxDueAt: { $exists: true } }
  const counts = await Promise.all([
    database('auth').collection('users').countDocuments(due),
    database('auth').collection('ended_sessions').countDocuments(due),
    database('notification').collection('mails').countDocuments({ status: 'sending' }),
  ])
  return counts.every((count) => count === 0)
}

/** The tokens of that kind that were mailed to an address: all copies of one event are the same mail. */
async function theMail(email: string, purpose: MailLinkPurpose): Promise<string> {
  const [token] = await until(async () => {
    const tokens = await tokensTo(stack, email, purpose)
    return tokens.length > 0 ? tokens : null
  })
  return token ?? ''
}

const isSignedIn = async ({ cookie }: { cookie: string }, path: string) =>
  (await fetch(stack.baseUrl + path, { headers: { cookie } })).status === 200

/** A new customer. After the case before, the gateway may not know yet that auth is back. */
const signUp = () => until(() => new Shopper(stack).signUp().catch(() => null))

/** Crashes the service at the point. The current call may fail or not: only the state afterwards counts. */
async function dyingAt(service: string, point: string, work: () => Promise<unknown>): Promise<void> {
  stack.crashAt(service, point)
  await work().catch(() => undefined)
  await stack.crashed(service)
  await stack.waitUntilReady()
}

const newPassword = 'another horse'

/** Places between two effects in sending a mail, when a new customer registers. */
const mailPoints: [service: string, point: string, copies: number, where: string][] = [
  // First: when notification dies, no mail of another case is just being sent, and sent again.
  [
    'notification',
    'mail:accepted verify-email',
    2,
    'after the mail server accepts it and before our record of it',
  ],
  [
    'auth',
    'outbox:written mail-link-requested',
    1,
    'after account and request are written, before the answer',
  ],
]

const registrationOf = dieAtEach(mailPoints, async ([service, point]) => {
  const shopper = new Shopper(stack)
  await shopper.insist('GET', '/api/auth/user', undefined, 401)
  await dyingAt(service, point, () => shopper.signUp())
  return shopper
})

describe('when auth dies as a customer sets a new password', () => {
  test('at outbox:written password-changed (after the write, before publish and answer) then old sessions and the link are void, and the new password holds', async () => {
    const shopper = await signUp()
    const { cookie, email } = shopper
    await verifyEmail(stack, shopper)
    await shopper.insist('POST', '/api/auth/forgot-password', { email }, 200)
    const token = await theMail(email, 'reset-password')
    const reset = () => shopper.call('POST', '/api/auth/reset-password', { token, password: newPassword })
    await dyingAt('auth', 'outbox:written password-changed', reset)
    const fresh = new Shopper(stack)
    await fresh.insist('POST', '/api/auth/login', { email, password: newPassword }, 200)
    await until(() => isSignedIn(fresh, '/api/contacts'))
    expect(await isSignedIn({ cookie }, '/api/auth/user')).toBe(false)
    await until(async () => !(await isSignedIn({ cookie }, '/api/contacts')))
    expect((await reset()).status).toBe(400)
    const emitted = async () =>
      (await mailsTo(stack, email)).filter(({ subject }) => subject.includes('was changed'))
    await until(async () => (await emitted()).length > 0)
    await until(settled, settledWithinMs)
    expect(new Set((await emitted()).map(({ messageId }) => messageId)).size).toBe(1)
  })
})

describe('when a process dies as a customer registers', () => {
  test.each(mailPoints)(
    '%s at %s then the mail arrives, %i in all under one Message-ID (%s)',
    async (...one) => {
      const shopper = registrationOf(one)
      const { email } = shopper
      const token = await theMail(email, 'verify-email')
      await until(settled, settledWithinMs)
      const mails = await mailsTo(stack, email)
      expect(mails).toHaveLength(one[2])
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
      expect(new Set(await tokensTo(stack, email, 'verify-email')).size).toBe(1)
      // The answer with the cookie may have been lost.
      const credentials = { email, password: 'correct horse' }
      expect((await shopper.insist('POST', '/api/auth/login', credentials, 200)).body.email).toBe(email)
      await shopper.insist('POST', '/api/auth/verify-email', { token }, 200)
    },
  )
})

describe('when auth dies as a customer signs out', () => {
  test('at outbox:written session-ended (after the write, before publish and answer) then the session is void everywhere', async () => {
    const shopper = await signUp()
    const { cookie } = shopper
    await until(() => isSignedIn({ cookie }, '/api/contacts'))
    await dyingAt('auth', 'outbox:written session-ended', () => shopper.call('POST', '/api/auth/logout'))
    expect(await isSignedIn({ cookie }, '/api/auth/user')).toBe(false)
    await until(async () => !(await isSignedIn({ cookie }, '/api/contacts')))
    await until(settled, settledWithinMs)
  })
})

/** Places in the takeover of an account whose address was never verified. */
const takeoverPoints: CrashPoint[] = [
  [
    'auth',
    'outbox:written customer-deletion-requested',
    'after the old account is deleted, before the new one',
  ],
  ['auth', 'outbox:written password-changed', 'after the new account is created, before the answer'],
]

const takeoverOf = dieAtEach(takeoverPoints, async ([service, point]) => {
  const attacker = await signUp()
  const { email } = attacker
  const target = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
  await attacker.insist('POST', '/api/contacts', target, 201)
  const owner = new Shopper(stack)
  await owner.insist('POST', '/api/auth/forgot-password', { email }, 200)
  const token = await theMail(email, 'reset-password')
  const reset = () => owner.call('POST', '/api/auth/reset-password', { token, password: newPassword })
  await dyingAt(service, point, reset)
  return { attacker, owner, reset }
})

describe('when a process dies while the owner of a never verified address sets a new password', () => {
  test.each(takeoverPoints)(
    '%s at %s (%s) then the same link completes the takeover, and nothing of the old account remains',
    async (...one) => {
      const { attacker, owner, reset } = takeoverOf(one)
      const { cookie, email } = attacker
      // If the call that died had completed, the second call finds the link used; otherwise it does the rest.
      expect([200, 400]).toContain((await reset()).status)
      await owner.insist('POST', '/api/auth/login', { email, password: newPassword }, 200)
      expect(await isSignedIn({ cookie }, '/api/auth/user')).toBe(false)
      await until(async () => !(await isSignedIn({ cookie }, '/api/contacts')))
      expect((await owner.insist('GET', '/api/contacts', undefined, 200)).body).toEqual([])
      const contacts = mongo.db(`${stack.databasePrefix}_contact`).collection('contacts')
      await until(async () => (await contacts.countDocuments({ ownerId: attacker.id })) === 0)
      expect((await reset()).status).toBe(400)
    },
  )
})
