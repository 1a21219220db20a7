import { availableParallelism } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { person, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

let lastAddress = 0
const newAddress = () => `198.51.100.${++lastAddress}`

describe('the limit of sign-ins', () => {
  test('when an account reaches its limit of failures, from many addresses, then even the right password is refused', async () => {
    const auth = await fixture.replica({ LOGIN_FAILURE_LIMIT: 4 })
    const logIn = (email: string, password: string, from: string) =>
      auth.call('POST', '/api/auth/login', { body: { email, password }, from })
    const pat = person('limit-account@example.com')
    await auth.call('POST', '/api/auth/register', { body: pat })
    for (let i = 0; i < 4; i++) expect((await logIn(pat.email, 'wrong', newAddress())).status).toBe(401)
    const answer = await logIn(pat.email, pat.password, newAddress())
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  })

  test('when an address reaches its limit of failures, on many accounts, then it is refused and others are not', async () => {
    const auth = await fixture.replica({ LOGIN_FAILURE_LIMIT: 4 })
    const logIn = (email: string, password: string, from: string) =>
      auth.call('POST', '/api/auth/login', { body: { email, password }, from })
    const pat = person('limit-address@example.com')
    await auth.call('POST', '/api/auth/register', { body: pat })
    const address = newAddress()
    for (let i = 0; i < 4; i++) {
      expect((await logIn(`nobody-${i}@example.com`, 'wrong', address)).status).toBe(401)
    }
    expect((await logIn(pat.email, pat.password, address)).status).toBe(429)
    expect((await logIn(pat.email, pat.password, newAddress())).status).toBe(200)
  })

  test('when an account reaches its limit of correct sign-ins, from many addresses, then the next one is refused', async () => {
    const auth = await fixture.replica({ LOGIN_LIMIT: 3 })
    const pat = person('all-account@example.com')
    await auth.call('POST', '/api/auth/register', { body: pat })
    const logIn = () => auth.call('POST', '/api/auth/login', { body: pat, from: newAddress() })
    for (let i = 0; i < 3; i++) expect((await logIn()).status).toBe(200)
    const answer = await logIn()
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      429,
      'too_many',
      expect.stringMatching(/^Too many sign-ins\. Please try again in \d+ minutes\.$/),
    ])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  })

  test('when an address reaches its limit of correct sign-ins then it is refused, without using up attempts of the account', async () => {
    const auth = await fixture.replica({ LOGIN_LIMIT: 3 })
    const [pat, sam] = [person('all-address@example.com'), person('all-other@example.com')]
    for (const body of [pat, sam]) await auth.call('POST', '/api/auth/register', { body })
    const from = newAddress()
    const logIn = (body: object, address = from) =>
      auth.call('POST', '/api/auth/login', { body, from: address })
    for (let i = 0; i < 3; i++) expect((await logIn(pat)).status).toBe(200)
    for (let i = 0; i < 4; i++) expect((await logIn(sam)).status).toBe(429)
    expect((await logIn(sam, newAddress())).status).toBe(200)
  })

  test('when sign-ins succeed then they do not count as failures, even for many at once', async () => {
    const auth = await fixture.replica({ LOGIN_FAILURE_LIMIT: 2 })
    const pat = person('limit-success@example.com')
    await auth.call('POST', '/api/auth/register', { body: pat })
    const from = newAddress()
    const { email, password } = pat
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        auth.call('POST', '/api/auth/login', { body: { email, password }, from }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  test('when 30 wrong ones arrive at once then only a few more than the limit are checked', async () => {
    const auth = await fixture.replica({ LOGIN_FAILURE_LIMIT: 5 })
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        auth.call('POST', '/api/auth/login', {
          body: { email: 'limit-race@example.com', password: `guess ${i}` },
          from,
        }),
      ),
    )
    const checked = answers.filter(({ status }) => status === 401).length
    expect(checked).toBeGreaterThanOrEqual(5)
    // The excess is the number of concurrent hashes: one for each core.
    expect(checked).toBeLessThanOrEqual(5 + 16)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - checked)
  })
})

describe('the queue of password hashes', () => {
  test('when an address sends twenty at once then few of them wait, and another address is served', async () => {
    const auth = await fixture.replica({ HASH_WAITING_LIMIT: 3 })
    const from = newAddress()
    const register = (n: number, address = from) =>
      auth.call('POST', '/api/auth/register', { body: person(`queue-${n}@example.com`), from: address })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const slots = Math.max(1, availableParallelism() - 1)
    for (let n = 0; n < slots; n++) void auth.deps.passwords.withSlot(newAddress(), () => held)
    const flood = Array.from({ length: 20 }, (_, n) => register(n))
    // All slots are occupied, so only a refusal is an answer.
    await Promise.race(flood)
    const other = register(20, newAddress())
    release()
    expect((await other).status).toBe(201)
    const refused = (await Promise.all(flood)).filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, body, headers } of refused) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'too_many', '1'])
    }
    expect((await register(21)).status).toBe(201)
  })

  test('when the queue is full then it is a 503 with the time to wait', async () => {
    const auth = await fixture.replica({ HASH_QUEUE_MS: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        auth.call('POST', '/api/auth/login', { body: person(`full-${n}@example.com`), from: newAddress() }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 401)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, body, headers } of refused) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    }
  })
})

describe('the limit of registrations', () => {
  test('when an address reaches its limit then it is refused and others are not, on every replica', async () => {
    const [auth, other] = await Promise.all([
      fixture.replica({ REGISTRATION_LIMIT: 3 }),
      fixture.replica({ REGISTRATION_LIMIT: 3 }),
    ])
    const from = newAddress()
    const register = (n: number, replica = auth, address = from) =>
      replica.call('POST', '/api/auth/register', { body: person(`many-${n}@example.com`), from: address })
    for (let n = 0; n < 3; n++) expect((await register(n)).status).toBe(201)
    for (const replica of [auth, other]) {
      const answer = await register(3, replica)
      expect([answer.status, answer.body.code]).toEqual([429, 'too_many'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(9 * 60)
    }
    expect(await fixture.users.countDocuments({ email: 'many-3@example.com' })).toBe(0)
    expect((await register(3, auth, newAddress())).status).toBe(201)
  })
})

describe('the limit of registrations with one e-mail address', () => {
  test('when the limit is reached, from any address, then it is a 429, and other e-mail addresses are accepted', async () => {
    const auth = await fixture.replica({ REGISTRATION_EMAIL_LIMIT: 3 })
    const register = (email: string) =>
      auth.call('POST', '/api/auth/register', { body: person(email), from: newAddress() })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await register('MANY-tries@example.com')).status)
    expect(statuses).toEqual([201, 409, 409, 429, 429])
    expect((await register('few-tries@example.com')).status).toBe(201)
    const counts = await fixture.connection.collection('limits').find().toArray()
    expect(JSON.stringify(counts)).not.toContain('tries@example.com')
  })
})
