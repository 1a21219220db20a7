import { afterAll, describe, expect, test } from '@jest/globals'
import { person, startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())

let lastAddress = 0
const newAddress = () => `198.51.100.${++lastAddress}`

describe('the limit of sign-ins', () => {
  test('when an account has its failures, from many addresses, then even the right password waits', async () => {
    const auth = await rig.replica({ loginFailures: 4 })
    const logIn = (email: string, password: string, from: string) =>
      auth.call('POST', '/api/auth/login', { body: { email, password }, from })
    const pat = person('limit-account@example.com')
    await auth.call('POST', '/api/auth/register', { body: pat })
    for (let i = 0; i < 4; i++) expect((await logIn(pat.email, 'wrong', newAddress())).status).toBe(401)
    const answer = await logIn(pat.email, pat.password, newAddress())
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  })

  test('when an address has its failures, on many accounts, then it waits and others do not', async () => {
    const auth = await rig.replica({ loginFailures: 4 })
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

  test('when sign-ins succeed then they never count, however many come at once', async () => {
    const auth = await rig.replica({ loginFailures: 2 })
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

  test('when 40 wrong ones come at once then hardly more than the limit are checked', async () => {
    const auth = await rig.replica({ loginFailures: 5 })
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        auth.call('POST', '/api/auth/login', {
          body: { email: 'limit-race@example.com', password: `guess ${i}` },
          from,
        }),
      ),
    )
    const checked = answers.filter(({ status }) => status === 401).length
    expect(checked).toBeGreaterThanOrEqual(5)
    // As many more as hash at once: one for each core.
    expect(checked).toBeLessThanOrEqual(5 + 16)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - checked)
  })
})

describe('the limit of registrations', () => {
  test('when an address has made its accounts then it waits and others do not, on every replica', async () => {
    const [auth, other] = await Promise.all([
      rig.replica({ registrations: 3 }),
      rig.replica({ registrations: 3 }),
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
    expect(await rig.users.countDocuments({ email: 'many-3@example.com' })).toBe(0)
    expect((await register(3, auth, newAddress())).status).toBe(201)
  })
})

describe('the limit of registrations with one e-mail address', () => {
  test('when it was tried often enough, from anywhere, then it is a 429, and other addresses go on', async () => {
    const auth = await rig.replica({ registrationsOfEmail: 3 })
    const register = (email: string) =>
      auth.call('POST', '/api/auth/register', { body: person(email), from: newAddress() })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await register('MANY-tries@example.com')).status)
    expect(statuses).toEqual([201, 409, 409, 429, 429])
    expect((await register('few-tries@example.com')).status).toBe(201)
    const counts = await rig.connection.collection('limits').find().toArray()
    expect(JSON.stringify(counts)).not.toContain('tries@example.com')
  })
})

describe('the queries of auth', () => {
  test('when accounts or counts are looked up then indexes serve it', async () => {
    await rig.replica()
    const limits = rig.connection.collection('limits')
    const now = new Date()
    const plans = await Promise.all([
      rig.users.find({ email: 'a@b.co' }).explain('queryPlanner'),
      rig.users.find({ _id: 'x' }).explain('queryPlanner'),
      limits
        .find({ key: 'admin:x', $or: [{ expire: { $gt: now } }, { expire: null }] })
        .explain('queryPlanner'),
      limits.find({ expire: { $lt: now } }).explain('queryPlanner'),
    ])
    for (const plan of plans) {
      expect(JSON.stringify(plan)).toMatch(/IXSCAN|IDHACK|EXPRESS/)
      expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
    }
  })
})
