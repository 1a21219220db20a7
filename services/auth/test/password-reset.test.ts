import { events, mailLink } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { person, startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

let lastAddress = 0
const newAddress = () => `192.0.2.${++lastAddress}`
const register = (email: string) => auth.call('POST', '/api/auth/register', { body: person(email) })
const registerVerified = async (email: string) => {
  const registered = await register(email)
  await fixture.users.updateOne({ email }, { $set: { emailVerifiedAt: new Date() } })
  return registered
}
const forget = (email: string, from = newAddress(), replica = auth) =>
  replica.call('POST', '/api/auth/forgot-password', { body: { email }, from })
const reset = (token: unknown, password: unknown = 'another horse', from = newAddress(), replica = auth) =>
  replica.call('POST', '/api/auth/reset-password', { body: { token, password }, from })
const logIn = (email: string, password: string) =>
  auth.call('POST', '/api/auth/login', { body: { email, password }, from: newAddress() })
const isSignedIn = async (cookie: string) =>
  (await auth.call('GET', '/api/auth/user', { headers: { cookie } })).status === 200
async function accountOf(email: string) {
  const account = await fixture.users.findOne({ email }).lean()
  if (account === null) throw new Error(`no account of ${email}`)
  return account
}
const eventsOf = async (email: string, type: string) =>
  (await accountOf(email)).outbox.filter((entry) => entry.type === type)

/** The token of the latest requested mail. */
async function mailedToken(email: string): Promise<string> {
  const request = (await eventsOf(email, 'mail-link-requested')).at(-1)?.data
  const link = await auth.notification.post('/internal/mail-links', mailLink, request)
  return new URL(link?.url ?? '').hash.replace('#token=', '')
}

describe('a forgotten password', () => {
  test('when the account is known or unknown then response and duration are the same, and only the known one gets a mail', async () => {
    await register('known@example.com')
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < 3; i++) {
      for (const who of ['known', 'unknown'] as const) {
        const start = performance.now()
        const { status, body } = await forget(`${who}@example.com`)
        times[who].push(performance.now() - start)
        expect([status, body]).toEqual([
          200,
          {
            message: 'If there is an account with this email, a link to set a new password is on its way.',
          },
        ])
      }
    }
    // The steps are 300 ms; without them the response for an unknown account takes a few milliseconds. The difference
    // is half a step at most: on a busy machine, both are late.
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
    expect(Math.abs(known - unknown)).toBeLessThan(150)
    expect(Math.min(known, unknown)).toBeGreaterThan(290)
    const asked = await eventsOf('known@example.com', 'mail-link-requested')
    expect(asked.map(({ data }) => (data as { purpose: string }).purpose)).toEqual([
      'verify-email',
      ...Array(3).fill('reset-password'),
    ])
    expect(JSON.stringify(asked)).not.toContain('known@example.com')
  })

  test('when an account has reached its limit for the hour then it gets no further mail, and the response does not show it', async () => {
    const strict = await fixture.replica({ MAIL_LIMIT: 3 })
    await register('often@example.com')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => forget(' OFTEN@example.com', newAddress(), strict)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
    expect(await eventsOf('often@example.com', 'mail-link-requested')).toHaveLength(1 + 3)
  })

  test('when one address sends too many requests, for any account, then it is a 429, and other addresses are served', async () => {
    const strict = await fixture.replica({ FORGOT_PASSWORD_LIMIT: 3 })
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => forget(`nobody-${i}@example.com`, from, strict)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
    expect((await forget('nobody@example.com', newAddress(), strict)).status).toBe(200)
  })

  test.each([[undefined], ['nobody'], [{ $gt: '' }], [['a@example.com']]])(
    'when the e-mail address is %j then it is a 400',
    async (email) => expect((await forget(email as string)).status).toBe(400),
  )
})

describe('the link of the mail', () => {
  test('when it is used then the new password works, and old sessions are void', async () => {
    const email = 'reset@example.com'
    const { cookie, body } = await registerVerified(email)
    const before = await accountOf(email)
    await forget(email)
    const answer = await reset(await mailedToken(email))
    expect([answer.status, answer.cookie]).toEqual([200, ''])

    expect(await isSignedIn(cookie)).toBe(false)
    expect((await logIn(email, 'correct horse')).status).toBe(401)
    const signedIn = await logIn(email, 'another horse')
    expect([signedIn.status, signedIn.body]).toEqual([200, body])
    expect(await isSignedIn(signedIn.cookie)).toBe(true)

    const after = await accountOf(email)
    expect(after.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(after.passwordHash).not.toBe(before.passwordHash)
    expect(after._id).toBe(before._id)
    const [changed, ...others] = await eventsOf(email, 'password-changed')
    expect(others).toEqual([])
    expect(events['password-changed'].data.parse(changed?.data)).toEqual({
      ownerId: body.id,
      changedAt: after.passwordSetAt?.toISOString(),
    })
  })

  test('when it is used a second time, or the link of an older or later mail is used, then it is a 400 and the password does not change', async () => {
    const email = 'twice@example.com'
    await registerVerified(email)
    await forget(email)
    const older = await mailedToken(email)
    await forget(email)
    const newer = await mailedToken(email)
    const late = (await eventsOf(email, 'mail-link-requested')).at(-1)?.data
    expect((await reset(newer)).status).toBe(200)
    for (const token of [newer, older]) {
      const answer = await reset(token, 'stolen horse')
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
      expect(answer.body.message).toMatch(/^This link was used already or is too old\./)
    }
    // A delayed mail would contain a link for the new password, so it is not sent.
    expect(await auth.notification.post('/internal/mail-links', mailLink, late)).toBeNull()
    expect((await logIn(email, 'another horse')).status).toBe(200)
  })

  test('when other people have locked the account by wrong passwords then its owner can sign in with the new one at once', async () => {
    const strict = await fixture.replica({ LOGIN_FAILURE_LIMIT: 2 })
    const email = 'closed@example.com'
    await registerVerified(email)
    const tryIt = (password: string) =>
      strict.call('POST', '/api/auth/login', { body: { email, password }, from: newAddress() })
    await tryIt('guess 1')
    await tryIt('guess 2')
    expect((await tryIt('correct horse')).status).toBe(429)
    await forget(email)
    await reset(await mailedToken(email))
    expect((await tryIt('another horse')).status).toBe(200)
  })

  test('when ten calls use it at once, on two replicas, then one wins', async () => {
    const other = await fixture.replica()
    const email = 'race@example.com'
    await registerVerified(email)
    await forget(email)
    const token = await mailedToken(email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        reset(token, `another horse ${i}`, newAddress(), i % 2 === 0 ? auth : other),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(email, `another horse ${winner}`)).status).toBe(200)
    expect(await eventsOf(email, 'password-changed')).toHaveLength(1)
  })

  test('when the password is too short, or missing, then it is a 400 and the link still works', async () => {
    const email = 'short@example.com'
    await register(email)
    await forget(email)
    const token = await mailedToken(email)
    for (const password of ['1234567', undefined, { $ne: '' }, 'x'.repeat(201)]) {
      expect((await reset(token, password ?? null)).status).toBe(400)
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('when it is an hour old, forged, or for verifying an address then it is a 400', async () => {
    const email = 'old@example.com'
    await registerVerified(email)
    const account = await accountOf(email)
    const made = (purpose: 'verify-email' | 'reset-password', at: number) =>
      new URL(fixture.links.make(purpose, account, new Date(at)).url).hash.replace('#token=', '')
    const [head, claims] = made('reset-password', Date.now()).split('.')
    const tokens = [
      made('reset-password', Date.now() - 3_601_000),
      made('verify-email', Date.now()),
      `${head}.${claims}.AAAA`,
      'nonsense',
    ]
    for (const token of tokens) expect((await reset(token)).status).toBe(400)
    expect((await reset(made('reset-password', Date.now() - 3_590_000))).status).toBe(200)
  })

  test('when one address tries too often then it is a 429, even with a valid link', async () => {
    const strict = await fixture.replica({ RESET_PASSWORD_LIMIT: 3 })
    const email = 'tries@example.com'
    await register(email)
    await forget(email)
    const token = await mailedToken(email)
    const from = newAddress()
    for (let i = 0; i < 3; i++)
      expect((await reset('nonsense', 'another horse', from, strict)).status).toBe(400)
    expect((await reset(token, 'another horse', from, strict)).status).toBe(429)
    expect((await reset(token, 'another horse', newAddress(), strict)).status).toBe(200)
  })
})

describe('an account from before mails were introduced', () => {
  test('when its customer signs in, verifies the address and sets a new password then every step works', async () => {
    const email = 'of-old@example.com'
    await register(email)
    const _id = (await accountOf(email))._id
    // The only fields of such an account.
    const kept = ['email', 'passwordHash', 'firstName', 'lastName', 'createdAt'] as const
    const stored = await fixture.users.collection.findOne({ _id: _id as never })
    const bare = Object.fromEntries(kept.map((field) => [field, stored?.[field]]))
    await fixture.users.collection.replaceOne({ _id: _id as never }, bare)

    const { cookie } = await logIn(email, 'correct horse')
    const headers = { cookie }
    expect((await auth.call('GET', '/api/auth/email-verification', { headers })).body.verified).toBe(false)
    expect((await auth.call('POST', '/api/auth/email-verification', { headers })).status).toBe(200)
    await forget(email)
    expect((await reset(await mailedToken(email))).status).toBe(200)
    expect(await isSignedIn(cookie)).toBe(false)
    const signedIn = await logIn(email, 'another horse')
    const state = await auth.call('GET', '/api/auth/email-verification', {
      headers: { cookie: signedIn.cookie },
    })
    expect(state.body).toEqual({ email, verified: true })
  })
})

describe('sessions and new passwords', () => {
  test('when a sign-in with the old password is checked while a new password is set then its session is void', async () => {
    const email = 'overlap@example.com'
    await registerVerified(email)
    await forget(email)
    const token = await mailedToken(email)
    // With many calls at once, some read the old hash before the write and respond after it.
    const signIns = Array.from({ length: 12 }, () => logIn(email, 'correct horse'))
    const [answer, ...sessions] = await Promise.all([reset(token), ...signIns])
    expect(answer?.status).toBe(200)
    for (const { status, cookie } of sessions) {
      expect([200, 401]).toContain(status)
      if (status === 200) expect(await isSignedIn(cookie)).toBe(false)
    }
  })

  test('when the clock of a replica is behind then a new password still voids the sessions of the old one', async () => {
    const email = 'clock@example.com'
    const { cookie } = await registerVerified(email)
    // The last password of the account was set by a replica whose clock is an hour ahead.
    const ahead = new Date(Date.now() + 3_600_000)
    await fixture.users.updateOne({ email }, { $set: { passwordSetAt: ahead } })
    expect(await isSignedIn(cookie)).toBe(false)
    const between = await logIn(email, 'correct horse')
    expect(await isSignedIn(between.cookie)).toBe(true)
    const account = await accountOf(email)
    const { url } = fixture.links.make('reset-password', account, new Date())
    expect((await reset(new URL(url).hash.replace('#token=', ''))).status).toBe(200)
    expect((await accountOf(email)).passwordSetAt?.getTime()).toBe(ahead.getTime() + 1)
    expect(await isSignedIn(between.cookie)).toBe(false)
    expect(await isSignedIn((await logIn(email, 'another horse')).cookie)).toBe(true)
  })
})
