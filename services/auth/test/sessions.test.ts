import { events, sessionClaims } from '@prankpost/contracts'
import { sweepExpired } from '@prankpost/local-stack'
import { afterAll, describe, expect, test } from 'vitest'
import { person, startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
const other = await fixture.replica()
afterAll(() => fixture.close())

const register = (email: string, headers = {}) =>
  auth.call('POST', '/api/auth/register', { body: person(email), headers })
const logIn = (email: string, headers = {}) =>
  auth.call('POST', '/api/auth/login', { body: { email, password: 'correct horse' }, headers })
const logOut = (cookie: string, replica = auth) =>
  replica.call('POST', '/api/auth/logout', { headers: { cookie } })
const isSignedIn = async (cookie: string, replica = auth) =>
  (await replica.call('GET', '/api/auth/user', { headers: { cookie } })).status === 200
const claimsOf = (cookie: string) =>
  sessionClaims.parse(JSON.parse(Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()))
const ended = (cookie: string) => fixture.endedSessions.find({ _id: claimsOf(cookie).jti }).lean()

describe('signing out', () => {
  test('when a customer signs out then a copy of the cookie is void at once, on every replica', async () => {
    const { cookie, body } = await register('out@example.com')
    expect(await isSignedIn(cookie, other)).toBe(true)
    const answer = await logOut(cookie)
    expect([answer.status, answer.cookie]).toEqual([200, 'prankpost_session='])
    expect([await isSignedIn(cookie), await isSignedIn(cookie, other)]).toEqual([false, false])

    const [session] = await ended(cookie)
    const { exp } = claimsOf(cookie)
    expect(session).toMatchObject({ ownerId: body.id, expiresAt: new Date(exp * 1_000), revision: 1 })
    expect(session?.outbox.map(({ type }) => type)).toEqual(['session-ended'])
    expect(events['session-ended'].data.parse(session?.outbox[0]?.data)).toMatchObject({
      sessionId: session?._id,
      ownerId: body.id,
      expiresAt: session?.expiresAt.toISOString(),
    })
  })

  test('when it is sent ten times at once and repeated then one end is stored and one event is emitted', async () => {
    const { cookie } = await register('out-often@example.com')
    const answers = await Promise.all(Array.from({ length: 10 }, () => logOut(cookie)))
    answers.push(await logOut(cookie))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await ended(cookie)).map(({ outbox }) => outbox.length)).toEqual([1])
  })

  test.each([
    ['no session', {}],
    ['a forged one', { cookie: 'prankpost_session=e30.e30.e30' }],
  ])('when there is %s then it is 200 and nothing is written', async (_what, headers) => {
    const before = await fixture.endedSessions.estimatedDocumentCount()
    expect((await auth.call('POST', '/api/auth/logout', { headers })).status).toBe(200)
    expect(await fixture.endedSessions.estimatedDocumentCount()).toBe(before)
  })

  test('when one device signs out then the others stay signed in', async () => {
    const { cookie } = await register('devices@example.com')
    const phone = await logIn('devices@example.com')
    await logOut(cookie)
    expect(await isSignedIn(phone.cookie)).toBe(true)
  })
})

describe('signing in with a session', () => {
  test('when it succeeds then the session of the request is ended, and the new one has another id', async () => {
    const first = await register('rotate@example.com')
    const second = await logIn('rotate@example.com', { cookie: first.cookie })
    expect(claimsOf(second.cookie).jti).not.toBe(claimsOf(first.cookie).jti)
    expect([await isSignedIn(first.cookie), await isSignedIn(second.cookie)]).toEqual([false, true])
    expect(await ended(first.cookie)).toHaveLength(1)
  })

  test('when it fails then the session stays valid', async () => {
    const { cookie } = await register('rotate-not@example.com')
    const headers = { cookie }
    const body = { email: 'rotate-not@example.com', password: 'wrong horse' }
    expect((await auth.call('POST', '/api/auth/login', { body, headers })).status).toBe(401)
    expect(await isSignedIn(cookie)).toBe(true)
  })

  test('when another person registers in that browser then the previous session is ended, too', async () => {
    const first = await register('browser-1@example.com')
    await register('browser-2@example.com', { cookie: first.cookie })
    expect(await isSignedIn(first.cookie)).toBe(false)
  })
})

describe('stored ended sessions', () => {
  test('when their tokens have expired then they are deleted by a TTL index', async () => {
    const { cookie } = await register('sweep@example.com')
    await logOut(cookie)
    const { jti } = claimsOf(cookie)
    await sweepExpired(fixture.connection.getClient(), fixture.connection.name)
    expect(await fixture.endedSessions.countDocuments({ _id: jti })).toBe(1)
    await fixture.endedSessions.updateOne({ _id: jti }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    await sweepExpired(fixture.connection.getClient(), fixture.connection.name)
    expect(await fixture.endedSessions.countDocuments({ _id: jti })).toBe(0)
    const plan = await fixture.endedSessions.find({ expiresAt: { $lt: new Date() } }).explain('queryPlanner')
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
  })
})
