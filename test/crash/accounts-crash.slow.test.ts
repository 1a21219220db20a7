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
    // Repeated calls of one test may be more than a customer's.
    env: { gateway: { RATE_LIMIT_CALLS: '100000' } },
  })
  mongo = new MongoClient(stack.mongodbUri)
}, 180_000)
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
  }, 45_000)
  return token ?? ''
}

/** Whether auth has published the events of all customers. */
const hasPublished = async () => {
  const users = mongo.db(`${stack.databasePrefix}_auth`).collection('users')
  return (await users.countDocuments({ outboxDueAt: { $exists: true } })) === 0
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

/** Places in the delivery of the event that a password was changed. */
const resetPoints: CrashPoint[] = [
  // First: the claim of this mail expires after 15 s.
  [
    'notification',
    'mail:accepted password-changed',
    'after the mail server accepts it and before our record of it',
  ],
  ['auth', 'outbox:written password-changed', 'after the write, before publish and answer'],
  ['auth', 'relay:published password-changed', 'after the publish and before the confirm'],
  ['contact', 'consume:received password-changed', 'as the handler begins'],
]
const newPassword = 'another horse'

const resetOf = dieAtEach(resetPoints, async ([service, point]) => {
  const shopper = await signUp()
  await verifyEmail(stack, shopper)
  await shopper.insist('POST', '/api/auth/forgot-password', { email: shopper.email }, 200)
  const token = await theMail(shopper.email, 'reset-password')
  const reset = () => shopper.call('POST', '/api/auth/reset-password', { token, password: newPassword })
  await dyingAt(service, point, reset)
  return { shopper, reset }
})

/** Places between two effects in sending a mail, when a new customer registers. */
const mailPoints: [service: string, point: string, copies: number, where: string][] = [
  // First those of notification: when it dies, no mail of another case is just being sent, and sent again.
  [
    'notification',
    'mail:accepted verify-email',
    2,
    'after the mail server accepts it and before our record of it',
  ],
  ['notification', 'consume:received mail-link-requested', 1, 'as the handler begins'],
  [
    'notification',
    'consume:handled mail-link-requested',
    1,
    'after the record and before the acknowledgement',
  ],
  [
    'auth',
    'outbox:written mail-link-requested',
    1,
    'after account and request are written, before the answer',
  ],
  ['auth', 'relay:published mail-link-requested', 1, 'after the publish and before the confirm'],
  ['auth', 'relay:confirmed', 1, 'after the confirm and before the outbox is emptied'],
]

const registrationOf = dieAtEach(mailPoints, async ([service, point]) => {
  const shopper = new Shopper(stack)
  await shopper.insist('GET', '/api/auth/user', undefined, 401)
  // `relay:confirmed` is that of any event: one of the case before must not be published again then.
  await until(hasPublished, settledWithinMs)
  await dyingAt(service, point, () => shopper.signUp())
  return shopper
})

describe('when a process dies as a customer sets a new password', () => {
  test.each(resetPoints)(
    '%s at %s (%s) then old sessions and the link are void, and the new password holds',
    async (...one) => {
      const { shopper, reset } = resetOf(one)
      const { cookie, email } = shopper
      const fresh = new Shopper(stack)
      await fresh.insist('POST', '/api/auth/login', { email, password: newPassword }, 200)
      await until(() => isSignedIn(fresh, '/api/contacts'))
      expect(await isSignedIn({ cookie }, '/api/auth/user')).toBe(false)
      await until(async () => !(await isSignedIn({ cookie }, '/api/contacts')))
      expect((await reset()).status).toBe(400)
      const emitted = async () =>
        (await mailsTo(stack, email)).filter(({ subject }) => subject.includes('was changed'))
      await until(async () => (await emitted()).length > 0, 45_000)
      await until(settled, settledWithinMs)
      expect(new Set((await emitted()).map(({ messageId }) => messageId)).size).toBe(1)
    },
    180_000,
  )
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
    180_000,
  )
})

/** Places in the delivery of the event that a session ended. */
const signOutPoints: CrashPoint[] = [
  ['auth', 'outbox:written session-ended', 'after the write, before publish and answer'],
  ['auth', 'relay:published session-ended', 'after the publish and before the confirm'],
  ['contact', 'consume:received session-ended', 'as the handler begins'],
  ['contact', 'consume:handled session-ended', 'after the handler and before the acknowledgement'],
]

const signOutOf = dieAtEach(signOutPoints, async ([service, point]) => {
  const shopper = await signUp()
  const { cookie } = shopper
  await until(() => isSignedIn({ cookie }, '/api/contacts'))
  await dyingAt(service, point, () => shopper.call('POST', '/api/auth/logout'))
  return cookie
})

describe('when a process dies as a customer signs out', () => {
  test.each(signOutPoints)(
    '%s at %s (%s) then the session is void everywhere',
    async (...one) => {
      const cookie = signOutOf(one)
      expect(await isSignedIn({ cookie }, '/api/auth/user')).toBe(false)
      await until(async () => !(await isSignedIn({ cookie }, '/api/contacts')))
      await until(settled, settledWithinMs)
    },
    180_000,
  )
})

/** Places between the write of a block and its effect in the services that customers call. */
const blockPoints: CrashPoint[] = [
  ['auth', 'outbox:written customer-block-changed', 'after the block is written, before the answer'],
  ['contact', 'consume:handled customer-block-changed', 'after the handling, before the acknowledgement'],
]

const blockOf = dieAtEach(blockPoints, async ([service, point]) => {
  const { id } = await signUp()
  const headers = { 'x-admin-password': stack.adminPassword, 'content-type': 'application/json' }
  const call = (action: string, body: object) =>
    fetch(`${stack.baseUrl}/api/admin/customers/${id}/${action}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
  await dyingAt(service, point, () => call('block', { reason: 'Disputes' }))
  return { id, call }
})

describe('when a process dies while an operator blocks a customer', () => {
  test.each(blockPoints)(
    '%s at %s (%s) then the block arrives once, and the next change follows it',
    async (...one) => {
      const { id, call } = blockOf(one)
      const blocked = mongo.db(`${stack.databasePrefix}_contact`).collection('blocked_customers')
      await until(() => blocked.findOne({ _id: id as never, isBlocked: true }), 45_000)
      expect((await call('unblock', {})).status).toBe(200)
      await until(() => blocked.findOne({ _id: id as never, isBlocked: false }), 45_000)
      await until(settled, settledWithinMs)
    },
    180_000,
  )
})

/** Places in the takeover of an account whose address was never verified. */
const takeoverPoints: CrashPoint[] = [
  [
    'auth',
    'outbox:written customer-deletion-requested',
    'after the old account is deleted, before the new one',
  ],
  ['auth', 'outbox:written password-changed', 'after the new account is created, before the answer'],
  ['auth', 'relay:published customer-deletion-requested', 'after the publish and before the confirm'],
  ['contact', 'erasure:noted', 'after the deletion is recorded and before anything is erased'],
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
      await until(async () => !(await isSignedIn({ cookie }, '/api/contacts')), 45_000)
      expect((await owner.insist('GET', '/api/contacts', undefined, 200)).body).toEqual([])
      const contacts = mongo.db(`${stack.databasePrefix}_contact`).collection('contacts')
      await until(async () => (await contacts.countDocuments({ ownerId: attacker.id })) === 0, 45_000)
      expect((await reset()).status).toBe(400)
    },
    180_000,
  )
})
