import { createPublicKey, verify } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { keys, person, publicUrl, startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

const register = (email: string, over = {}) =>
  auth.call('POST', '/api/auth/register', { body: { ...person(email), ...over } })
const logIn = (email: string, password: string) =>
  auth.call('POST', '/api/auth/login', { body: { email, password } })

describe('registering', () => {
  test('when the form is complete then it returns 201 with the user and starts a session', async () => {
    const answer = await register('  Pat.New@Example.COM ')
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: 'pat.new@example.com',
      firstName: 'Pat',
      lastName: 'Potato',
      createdAt: expect.stringMatching(/Z$/),
    })
    const me = await auth.call('GET', '/api/auth/user', { headers: { cookie: answer.cookie } })
    expect([me.status, me.body]).toEqual([200, answer.body])
  })

  test('when it is stored then the password is an argon2id hash with the parameters that OWASP recommends', async () => {
    await register('hash@example.com')
    const stored = await fixture.users.findOne({ email: 'hash@example.com' }).lean()
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(stored)).not.toContain('correct horse')
  })

  test('when the e-mail is taken, in any case, then it is refused and the account does not change', async () => {
    await register('taken@example.com')
    const again = await register('TAKEN@example.com', { firstName: 'Other', password: 'another password' })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      message: 'An account with this email already exists',
      code: 'conflict',
    })
    expect(again.cookie).toBe('')
    expect((await logIn('taken@example.com', 'correct horse')).body.firstName).toBe('Pat')
  })

  test('when ten registrations of one e-mail arrive at once then one wins', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register('race@example.com')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await fixture.users.countDocuments({ email: 'race@example.com' })).toBe(1)
  })

  test.each([
    ['a short password', { password: '1234567' }],
    ['no password', { password: undefined }],
    ['an invalid e-mail address', { email: 'nobody' }],
    ['no first name', { firstName: '   ' }],
    ['an injection object as e-mail', { email: { $gt: '' } }],
    ['an injection object as password', { password: { $ne: null } }],
    ['a list as name', { lastName: ['a'] }],
    ['a control character in a name', { firstName: 'a\u0000b' }],
  ])('when it has %s then it is a 400 and nothing is stored', async (_what, over) => {
    const before = await fixture.users.countDocuments({ email: { $gt: '' } })
    const answer = await register('invalid@example.com', over)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
    expect(answer.body.issues).toHaveLength(1)
    expect(await fixture.users.countDocuments({ email: { $gt: '' } })).toBe(before)
  })
})

describe('the session cookie', () => {
  test('when the store is on http then it is HttpOnly, SameSite=Lax, for all paths, valid for seven days, not Secure', async () => {
    const set = (await register('cookie@example.com')).headers.get('set-cookie') ?? ''
    expect(set).toMatch(
      /^prankpost_session=[^;]+; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
  })

  test('when the store is on https then it is Secure, limited to its host, and the other cookie name is not accepted', async () => {
    const https = await fixture.replica({ PUBLIC_URL: 'https://store.test' })
    const answer = await https.call('POST', '/api/auth/register', { body: person('secure@example.com') })
    const set = answer.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^__Host-prankpost_session=[^;]+; .*; Path=\/; .*; Secure; SameSite=Lax$/)
    expect(set).not.toMatch(/Domain/i)
    const isSignedIn = async (cookie: string, replica = https) =>
      (await replica.call('GET', '/api/auth/user', { headers: { cookie } })).status === 200
    expect(await isSignedIn(answer.cookie)).toBe(true)
    expect(await isSignedIn(answer.cookie.replace('__Host-', ''))).toBe(false)
    expect(await isSignedIn(answer.cookie, auth)).toBe(false)
    const left = await https.call('POST', '/api/auth/logout', { headers: { cookie: answer.cookie } })
    expect(left.headers.get('set-cookie')).toMatch(
      /^__Host-prankpost_session=; Path=\/; Expires=Thu, 01 Jan 1970.*; Secure/,
    )
    expect(await isSignedIn(answer.cookie)).toBe(false)
  })

  test('when its token is read then it is an ES256 token with the claims of the contract, valid for seven days', async () => {
    const { cookie, body } = await register('token@example.com')
    const [head = '', claims = '', signature = ''] = cookie.replace('prankpost_session=', '').split('.')
    const key = { key: createPublicKey(keys.public), dsaEncoding: 'ieee-p1363' } as const
    const signed = Buffer.from(`${head}.${claims}`)
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(JSON.parse(Buffer.from(head, 'base64url').toString()).alg).toBe('ES256')
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(read).toMatchObject({
      sub: body.id,
      email: 'token@example.com',
      firstName: 'Pat',
      lastName: 'Potato',
      iss: 'auth',
      aud: 'prankpost',
    })
    expect(read.exp - read.iat).toBe(7 * 24 * 60 * 60)
  })

  test('when a customer signs out then the cookie is cleared', async () => {
    const answer = await auth.call('POST', '/api/auth/logout')
    expect(answer.status).toBe(200)
    expect(answer.body.message).toEqual(expect.any(String))
    expect(answer.headers.get('set-cookie')).toMatch(/^prankpost_session=; Path=\/; Expires=Thu, 01 Jan 1970/)
  })
})

describe('reading the signed-in user', () => {
  test.each([
    ['no cookie', undefined],
    ['nonsense', 'prankpost_session=nonsense'],
    ['an unsigned token', 'prankpost_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjMifQ.'],
  ])('when there is %s then it is a 401', async (_what, cookie) => {
    const answer = await auth.call('GET', '/api/auth/user', {
      headers: cookie === undefined ? {} : { cookie },
    })
    expect([answer.status, answer.body.message]).toEqual([401, 'Unauthorized'])
  })

  test('when the account is deleted then a session that is still valid is a 401', async () => {
    const { cookie } = await register('gone@example.com')
    await fixture.users.deleteOne({ email: 'gone@example.com' })
    expect((await auth.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401)
  })
})

describe('signing in', () => {
  test('when e-mail (in any case) and password match then it returns the user and starts a session', async () => {
    const { body } = await register('login@example.com')
    const answer = await logIn('LOGIN@example.com', 'correct horse')
    expect([answer.status, answer.body]).toEqual([200, body])
    expect(answer.cookie).toMatch(/^prankpost_session=./)
  })

  test('when the password is wrong or the account unknown then both get the same answer', async () => {
    await register('known@example.com')
    const answers = [await logIn('known@example.com', 'wrong'), await logIn('unknown@example.com', 'wrong')]
    for (const { status, body, cookie } of answers) {
      expect([status, body.message, cookie]).toEqual([401, 'Invalid email or password', ''])
    }
  })

  test('when the account is unknown then the answer takes about as long as for a known one', async () => {
    await register('timing@example.com')
    const timeOf = async (email: string) => {
      const start = performance.now()
      await logIn(email, 'wrong password')
      return performance.now() - start
    }
    let known = Number.POSITIVE_INFINITY
    let unknown = Number.POSITIVE_INFINITY
    // Alternately, so that the load of the machine is the same for both.
    for (let i = 0; i < 7; i++) {
      known = Math.min(known, await timeOf('timing@example.com'))
      unknown = Math.min(unknown, await timeOf('nobody-here@example.com'))
    }
    // Without the dummy hash an unknown account would be answered in a tenth of the time.
    expect(unknown).toBeGreaterThan(known / 4)
  })

  test('when the password is an injection object then it is a 400', async () => {
    const answer = await auth.call('POST', '/api/auth/login', {
      body: { email: 'known@example.com', password: { $ne: '' } },
    })
    expect(answer.status).toBe(400)
  })
})

describe('the HTTP entry point', () => {
  test('when /api/login is opened then it redirects to the sign-in dialog of the home page', async () => {
    const answer = await auth.call('GET', '/api/login')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?signin=1'])
  })

  test.each(['http://evil.test', 'null', 'http://store.test.evil.test'])(
    'when a call comes from the origin %s then it is a 403',
    async (origin) => {
      const answer = await auth.call('POST', '/api/auth/register', {
        body: person('csrf@example.com'),
        headers: { origin },
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
      expect(await fixture.users.countDocuments({ email: 'csrf@example.com' })).toBe(0)
    },
  )

  test('when a call comes from the store itself then it is accepted', async () => {
    const answer = await auth.call('POST', '/api/auth/logout', { headers: { origin: publicUrl } })
    expect(answer.status).toBe(200)
  })

  test('when the route is unknown then it is a JSON 404', async () => {
    const answer = await auth.call('GET', '/api/auth/nothing')
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('when the database answers then /readyz is 200, and /healthz always', async () => {
    expect((await auth.call('GET', '/readyz')).status).toBe(200)
    expect((await auth.call('GET', '/healthz')).status).toBe(200)
  })
})
