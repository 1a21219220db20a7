import { events } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

let lastAddress = 0
const newAddress = () => `198.51.100.${++lastAddress}`
const logIn = (email: string, password: string, replica = auth) =>
  replica.call('POST', '/api/auth/login', { body: { email, password }, from: newAddress() })
const change = (
  cookie: string,
  currentPassword: unknown = 'correct horse',
  newPassword: unknown = 'another horse',
  replica = auth,
) =>
  replica.call('POST', '/api/auth/password', {
    body: { currentPassword, newPassword },
    headers: { cookie },
    from: newAddress(),
  })
const isSignedIn = async (cookie: string) =>
  (await auth.call('GET', '/api/auth/user', { headers: { cookie } })).status === 200
const emitted = async (email: string) =>
  ((await fixture.users.findOne({ email }).lean())?.outbox ?? []).filter(
    ({ type }) => type === 'password-changed',
  )
const signUp = async (email: string) => (await auth.customer(email)).cookie

describe('a new password', () => {
  test('when its owner knows the present one then it is set, this browser stays signed in, and every other one is signed out', async () => {
    const email = 'owner@example.com'
    const here = await signUp(email)
    const elsewhere = (await logIn(email, 'correct horse')).cookie
    const answer = await change(here)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Your new password is set. Other devices are signed out.' },
    ])
    expect([await isSignedIn(answer.cookie), await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([
      true,
      false,
      false,
    ])
    expect((await logIn(email, 'correct horse')).status).toBe(401)
    expect((await logIn(email, 'another horse')).status).toBe(200)
    const [event, ...others] = await emitted(email)
    expect(others).toEqual([])
    const { passwordSetAt } = (await fixture.users.findOne({ email }).lean()) ?? {}
    expect(events['password-changed'].data.parse(event?.data).changedAt).toBe(passwordSetAt?.toISOString())
  })

  test('when the present one is wrong then it is a 403, nothing changes, and it counts as a failed sign-in', async () => {
    const strict = await fixture.replica({ LOGIN_FAILURE_LIMIT: 2 })
    const email = 'guessed@example.com'
    const cookie = await signUp(email)
    for (const guess of ['wrong horse', 'other horse']) {
      const answer = await change(cookie, guess, 'another horse', strict)
      expect([answer.status, answer.body.message, answer.cookie]).toEqual([
        403,
        'Your current password is not right.',
        '',
      ])
    }
    const answer = await change(cookie, 'correct horse', 'another horse', strict)
    expect([answer.status, answer.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many wrong passwords\./),
    ])
    expect((await logIn(email, 'correct horse', strict)).status).toBe(429)
    expect([await isSignedIn(cookie), await emitted(email)]).toEqual([true, []])
  })

  test.each([
    ['the same', 'correct horse', 'correct horse'],
    ['too short', 'correct horse', '1234567'],
    ['missing', 'correct horse', undefined],
    ['without the present one', undefined, 'another horse'],
    ['an operator', 'correct horse', { $ne: '' }],
  ])('when it is %s then it is a 400, and the old one still works', async (what, present, next) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`
    const cookie = await signUp(email)
    expect((await change(cookie, present ?? null, next ?? null)).status).toBe(400)
    expect((await logIn(email, 'correct horse')).status).toBe(200)
  })

  test('when ten calls set one at once, on two replicas, then one wins, and one event is emitted', async () => {
    const other = await fixture.replica()
    const email = 'race@example.com'
    const cookie = await signUp(email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        change(cookie, 'correct horse', `another horse ${i}`, i % 2 === 0 ? auth : other),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // The later calls have an outdated session or present password.
    expect(statuses.filter((status) => ![200, 401, 403].includes(status))).toEqual([])
    expect((await logIn(email, `another horse ${statuses.indexOf(200)}`)).status).toBe(200)
    expect(await emitted(email)).toHaveLength(1)
  })
})
