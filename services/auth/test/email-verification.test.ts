import { accountAnswer, events, mailLink } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { publicUrl, startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

async function customer(email: string) {
  const { stored, headers, ...pat } = await auth.customer(email)
  return {
    ...pat,
    call: (method: string, replica = auth) =>
      replica.call(method, '/api/auth/email-verification', { headers }),
    stored: async () => (await stored()) as NonNullable<unknown> & Stored,
    account: () => auth.internal.get(`/internal/users/${pat.id}`, accountAnswer),
  }
}
interface Stored {
  outbox: { type: string; data: unknown }[]
  emailVerifiedAt: Date | null
  revision: number
}

/** The data of the mail requests, newest last. */
const requestsOf = ({ outbox }: Stored) =>
  outbox
    .filter(({ type }) => type === 'mail-link-requested')
    .map(({ data }) => events['mail-link-requested'].data.parse(data))
const linkFor = (request: unknown) => auth.notification.post('/internal/mail-links', mailLink, request)
const tokenIn = (url: string | undefined) => new URL(url ?? '').hash.replace('#token=', '')
const verify = (token: unknown, { cookie }: { cookie: string }) =>
  auth.call('POST', '/api/auth/verify-email', { body: { token }, headers: { cookie } })

describe('a new account', () => {
  test('when it is created then its address is not verified, and a mail is requested in the same write', async () => {
    const pat = await customer('new@example.com')
    expect((await pat.call('GET')).body).toEqual({ email: pat.email, verified: false })
    const stored = await pat.stored()
    expect(stored).toMatchObject({ revision: 1, emailVerifiedAt: null })
    expect(requestsOf(stored)).toEqual([
      { userId: pat.id, purpose: 'verify-email', requestedAt: expect.any(String) },
    ])
    // The event contains neither address nor secret.
    expect(JSON.stringify(stored.outbox)).not.toMatch(/new@example|token|horse/)
    expect(await pat.account()).toMatchObject({ email: pat.email, firstName: 'Pat', emailVerified: false })
  })
})

describe('the link of the mail', () => {
  test('when it is requested twice then it is the same, valid for seven days, with the token as fragment', async () => {
    const pat = await customer('link@example.com')
    const [request] = requestsOf(await pat.stored())
    const link = await linkFor(request)
    expect(await linkFor(request)).toEqual(link)
    expect(link).toMatchObject({ to: pat.email })
    expect(link?.url).toMatch(new RegExp(`^${publicUrl}/verify-email#token=[\\w-]+\\.[\\w-]+\\.[\\w-]+$`))
    const asked = Math.floor(new Date(request?.requestedAt ?? '').getTime() / 1_000) * 1_000
    expect(new Date(link?.expiresAt ?? '').getTime() - asked).toBe(7 * 86_400_000)
  })

  test('when it is opened twice then the address is verified, and no further mail is needed', async () => {
    const pat = await customer('follow@example.com')
    const [request] = requestsOf(await pat.stored())
    const token = tokenIn((await linkFor(request))?.url)
    expect((await verify(token, pat)).status).toBe(200)
    const first = await pat.stored()
    expect((await verify(token, pat)).status).toBe(200)
    expect(await pat.stored()).toEqual(first)
    expect((await pat.call('GET')).body).toEqual({ email: pat.email, verified: true })
    expect(await linkFor(request)).toBeNull()
    expect((await pat.account()).emailVerified).toBe(true)
  })

  test('when two tabs open it at once then both succeed', async () => {
    const pat = await customer('tabs@example.com')
    const token = tokenIn((await linkFor(requestsOf(await pat.stored())[0]))?.url)
    const answers = await Promise.all([verify(token, pat), verify(token, pat), verify(token, pat)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await pat.stored()).revision).toBe(2)
  })

  test('when it is forged, expired, for another purpose or for an unknown account then it is a 400 that says what to do', async () => {
    const pat = await customer('void@example.com')
    const account = await fixture.users.findOne({ _id: pat.id }).lean()
    if (account === null) throw new Error('no account')
    const now = new Date()
    const made = (purpose: 'verify-email' | 'reset-password', at: Date, over = {}) =>
      tokenIn(fixture.links.make(purpose, { ...account, ...over }, at).url)
    const good = made('verify-email', now)
    const [head, claims, signature] = good.split('.')
    const forged = Buffer.from(JSON.stringify({ sub: pat.id, purpose: 'verify-email', exp: 9e9 }))
    const voids = [
      made('verify-email', new Date(now.getTime() - 7 * 86_400_000 - 1_000)),
      made('reset-password', now),
      made('verify-email', now, { email: 'another@example.com' }),
      made('verify-email', now, { _id: 'f'.repeat(24) }),
      `${head}.${claims}.`,
      `${head}.${forged.toString('base64url')}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged.toString('base64url')}.`,
      'a.b.c',
      `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.bm9KU09O.x`,
      'nonsense',
    ]
    for (const token of voids) {
      const answer = await verify(token, pat)
      expect([token, answer.status, answer.body.code, answer.body.message]).toEqual([
        token,
        400,
        'invalid',
        'This link does not work any more. Have a new one sent from your Account.',
      ])
    }
    expect((await pat.stored()).emailVerifiedAt).toBeNull()
    expect((await verify(good, pat)).status).toBe(200)
  })

  test.each([[undefined], [''], [{ $gt: '' }], [['a']], ['x'.repeat(2_001)]])(
    'when the token is %j then it is a 400',
    async (token) => {
      const pat = await customer(`${String(token).length}-${typeof token}@example.com`)
      expect((await verify(token, pat)).status).toBe(400)
    },
  )

  test('when it is opened without a session, or with one that has ended, then it is a 401 and nothing changes', async () => {
    const pat = await customer('guest@example.com')
    const token = tokenIn((await linkFor(requestsOf(await pat.stored())[0]))?.url)
    const before = await pat.stored()
    expect((await verify(token, { cookie: '' })).status).toBe(401)
    await auth.call('POST', '/api/auth/logout', { headers: { cookie: pat.cookie } })
    expect((await verify(token, pat)).status).toBe(401)
    expect(await pat.stored()).toEqual(before)
  })

  test('when it is opened in a session of another account then it is a 403 without its address, and neither changes', async () => {
    const [attacker, victim] = [await customer('registered@example.com'), await customer('own@example.com')]
    const token = tokenIn((await linkFor(requestsOf(await attacker.stored())[0]))?.url)
    const before = await Promise.all([attacker.stored(), victim.stored()])
    const answer = await verify(token, victim)
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'This link belongs to another account. Sign in with the address that the mail was sent to.',
    ])
    expect(await Promise.all([attacker.stored(), victim.stored()])).toEqual(before)
  })

  test('when it has expired or its account is deleted then no mail is sent', async () => {
    const pat = await customer('gone@example.com')
    const purpose = 'verify-email'
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString()
    expect(await linkFor({ userId: pat.id, purpose, requestedAt: old })).toBeNull()
    const request = { userId: 'f'.repeat(24), purpose, requestedAt: new Date().toISOString() }
    expect(await linkFor(request)).toBeNull()
    await expect(auth.internal.get(`/internal/users/${'f'.repeat(24)}`, accountAnswer)).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
  })
})

describe('a further mail', () => {
  test('when a customer requests one then the event is emitted; a guest gets a 401', async () => {
    const pat = await customer('again@example.com')
    expect((await pat.call('POST')).status).toBe(200)
    expect(requestsOf(await pat.stored())).toHaveLength(2)
    expect((await auth.call('POST', '/api/auth/email-verification')).status).toBe(401)
    expect((await auth.call('GET', '/api/auth/email-verification')).status).toBe(401)
  })

  test('when the address is already verified then the response says so, and no mail is requested', async () => {
    const pat = await customer('already@example.com')
    await fixture.users.updateOne({ _id: pat.id }, { $set: { emailVerifiedAt: new Date() } })
    const answer = await pat.call('POST')
    expect([answer.status, answer.body.message]).toEqual([200, 'Your email address is verified already.'])
    expect(requestsOf(await pat.stored())).toHaveLength(1)
  })

  test('when an account has reached its limit for the hour then it is a 429, and other accounts are served', async () => {
    const strict = await fixture.replica({ MAIL_LIMIT: 5 })
    const [pat, sam] = [await customer('often@example.com'), await customer('seldom@example.com')]
    const answers = await Promise.all(Array.from({ length: 8 }, () => pat.call('POST', strict)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
    expect(requestsOf(await pat.stored())).toHaveLength(6)
    expect((await sam.call('POST', strict)).status).toBe(200)
  })
})
