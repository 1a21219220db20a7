import { adminPasswordAnswer } from '@prankpost/contracts'
import { sweepExpired } from '@prankpost/local-stack'
import { afterAll, describe, expect, test } from 'vitest'
import { checkAdminPassword } from '../src/use-cases/check-admin-password.ts'
import { adminPassword, startFixture } from './fixture.ts'

const fixture = await startFixture()
const [auth, other] = await Promise.all([fixture.replica(), fixture.replica()])
afterAll(() => fixture.close())

let lastAddress = 0
const newAddress = () => `192.0.2.${++lastAddress}`

const logIn = (password: unknown, from: string, replica = auth) =>
  replica.call('POST', '/api/admin/login', { body: { password }, from })
const check = (password: string, address: string, replica = auth) =>
  replica.internal.post('/internal/admin-password', adminPasswordAnswer, { password, address })

describe('the admin password', () => {
  test('when it is right then the answer is a message', async () => {
    const answer = await logIn(` ${adminPassword} `, newAddress())
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }])
  })

  test('when it is wrong then it is a 401 with the message of the specification', async () => {
    for (const wrong of ['nope', `${adminPassword}x`, adminPassword.toUpperCase()]) {
      const answer = await logIn(wrong, newAddress())
      expect([answer.status, answer.body.message]).toEqual([401, 'Invalid admin password.'])
    }
  })

  test('when it failed five times from an address then the right one also gets 429, but only from there', async () => {
    const address = newAddress()
    for (let i = 0; i < 5; i++) expect((await logIn('wrong', address)).status).toBe(401)
    for (const password of ['wrong', adminPassword, adminPassword]) {
      const answer = await logIn(password, address)
      expect([answer.status, answer.body.code]).toEqual([429, 'too_many'])
      const wait = Number(answer.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(14 * 60)
      expect(wait).toBeLessThanOrEqual(15 * 60)
    }
    expect((await logIn(adminPassword, newAddress())).status).toBe(200)
  })

  test('when failures come from several endpoints and replicas then they share one count', async () => {
    const address = newAddress()
    await logIn('wrong', address)
    await logIn('wrong', address, other)
    expect(await check('wrong', address)).toEqual({ valid: false })
    expect(await check('wrong', address, other)).toEqual({ valid: false })
    expect(await check(adminPassword, address)).toEqual({ valid: true })
    await logIn('wrong', address)
    expect(await check(adminPassword, address, other)).toEqual({
      valid: false,
      retryAfterSeconds: expect.any(Number),
    })
    expect((await logIn(adminPassword, address)).status).toBe(429)
  })

  test('when it is missing or blank then it is a 401 that does not count', async () => {
    const address = newAddress()
    for (const password of [undefined, '', '   ', '', undefined, '']) {
      expect((await logIn(password, address)).status).toBe(401)
    }
    expect((await logIn(adminPassword, address)).status).toBe(200)
  })

  test('when it is right then it does not count, even for many calls at once', async () => {
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => logIn(adminPassword, address, i % 2 === 0 ? auth : other)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('when several services ask at once about the same wrong one of a caller then it is one attempt', async () => {
    const address = newAddress()
    const attempt = { password: 'outdated', address, endpoint: 'GET /api/admin/orders', requestId: 'r' }
    const answers = await Promise.all(
      Array.from({ length: 13 }, () => checkAdminPassword(attempt, auth.deps)),
    )
    expect(answers).toEqual(answers.map(() => ({ valid: false })))
    for (let i = 0; i < 4; i++) expect((await logIn('wrong', address)).status).toBe(401)
    expect((await logIn('wrong', address)).status).toBe(429)
  })

  test('when 50 wrong ones arrive at once on two replicas then five are compared', async () => {
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => logIn(`guess ${i}`, address, i % 2 === 0 ? auth : other)),
    )
    const compared = answers.filter(({ status }) => status === 401)
    expect(compared).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45)
    expect((await logIn(adminPassword, address)).status).toBe(429)
  })

  test('when failures come from many addresses then only recently successful addresses may try', async () => {
    const strict = await fixture.replica({ ADMIN_FAILURE_LIMIT: 6 })
    const [operator, stranger] = [newAddress(), newAddress()]
    // Earlier tests left failures in the count over all addresses.
    await fixture.connection.collection('limits').deleteMany({ key: 'admin-all:all' })
    expect((await logIn(adminPassword, operator, strict)).status).toBe(200)
    for (let i = 0; i < 6; i++) expect((await logIn('wrong', newAddress(), strict)).status).toBe(401)
    for (const password of ['wrong', adminPassword]) {
      const answer = await logIn(password, stranger, strict)
      expect([answer.status, answer.body.code]).toEqual([429, 'too_many'])
    }
    expect((await logIn(adminPassword, operator, strict)).status).toBe(200)
    // An attempt refused by the count over all addresses does not use up an attempt of its own address.
    for (let i = 0; i < 6; i++) expect((await logIn('wrong', stranger, strict)).status).toBe(429)
    await fixture.connection.collection('limits').deleteMany({ key: 'admin-all:all' })
    expect((await logIn(adminPassword, stranger, strict)).status).toBe(200)
  })

  test('when an address had it right more than a day ago then it is treated as unknown again', async () => {
    const strict = await fixture.replica({ ADMIN_FAILURE_LIMIT: 3 })
    const operator = newAddress()
    const limits = fixture.connection.collection('limits')
    await limits.deleteMany({ key: 'admin-all:all' })
    expect((await logIn(adminPassword, operator, strict)).status).toBe(200)
    const mark = await limits.findOne({ key: `operator:${operator}` })
    expect((mark?.expire.getTime() ?? 0) - Date.now()).toBeGreaterThan(86_400_000 - 60_000)
    for (let i = 0; i < 3; i++) await logIn('wrong', newAddress(), strict)
    await limits.updateOne({ key: `operator:${operator}` }, { $set: { expire: new Date(Date.now() - 1) } })
    expect((await logIn(adminPassword, operator, strict)).status).toBe(429)
    await limits.deleteMany({ key: 'admin-all:all' })
  })

  test('when the callers share an IPv6 /64 then they share the count', async () => {
    for (let i = 0; i < 5; i++) await logIn('wrong', `2001:db8:0:7::${i + 1}`)
    expect((await logIn(adminPassword, '2001:db8:0:7:ffff::9')).status).toBe(429)
    expect((await logIn(adminPassword, '2001:db8:0:8::1')).status).toBe(200)
  })

  test('when the fifteen minutes are over then the count starts again, and the old count is deleted', async () => {
    const address = newAddress()
    for (let i = 0; i < 6; i++) await logIn('wrong', address)
    const limits = fixture.connection.collection('limits')
    const past = { $set: { expire: new Date(Date.now() - 1_000) } }
    expect((await limits.updateOne({ key: `admin:${address}` }, past)).modifiedCount).toBe(1)
    expect((await logIn('wrong', address)).status).toBe(401)
    expect((await logIn(adminPassword, address)).status).toBe(200)
    await limits.updateOne({ key: `admin:${address}` }, past)
    await sweepExpired(fixture.connection.getClient(), fixture.connection.name)
    expect(await limits.findOne({ key: `admin:${address}` })).toBeNull()
  })

  test.each([[{ $ne: '' }], [['prankmaster']], [7], ['x'.repeat(201)]])(
    'when it is %j then it is a 400',
    async (password) => {
      expect((await logIn(password, newAddress())).status).toBe(400)
    },
  )
})

describe('an attempt to lock the operator out', () => {
  /** Logs the operator in and returns the browser's cookie. */
  const logInBrowser = async (from: string) => (await logIn(adminPassword, from)).cookie
  const call = (password: string, from: string, cookie: string, replica = auth) =>
    replica.call('GET', '/api/admin/audit/auth', {
      from,
      headers: { 'x-admin-password': password, cookie },
    })
  const failFromManyAddresses = (failures: number) =>
    Promise.all(Array.from({ length: failures }, () => logIn('wrong', newAddress())))

  test('when a caller on the same network fails five times then the browser of the operator still works', async () => {
    const network = newAddress()
    const cookie = await logInBrowser(network)
    for (let i = 0; i < 7; i++) await logIn('wrong', network)
    expect((await call(adminPassword, network, cookie)).status).toBe(200)
    const again = await auth.call('POST', '/api/admin/login', {
      body: { password: adminPassword },
      from: network,
      headers: { cookie },
    })
    expect(again.status).toBe(200)
    // The address itself is still refused without that cookie.
    expect((await logIn(adminPassword, network)).status).toBe(429)
    expect((await call(adminPassword, network, 'prankpost_operator_browser=made-up')).status).toBe(429)
  })

  test('when many failures come from many addresses then the browser still works, also from a new address', async () => {
    const strict = await fixture.replica({ ADMIN_FAILURE_LIMIT: 6 })
    const limits = fixture.connection.collection('limits')
    await limits.deleteMany({ key: 'admin-all:all' })
    const cookie = await logInBrowser(newAddress())
    await failFromManyAddresses(6)
    expect((await call(adminPassword, newAddress(), '', strict)).status).toBe(429)
    expect((await call(adminPassword, newAddress(), cookie, strict)).status).toBe(200)
    await limits.deleteMany({ key: 'admin-all:all' })
  })

  test('when five failures come from the browser itself then it is refused, even with the right password, and its network is not', async () => {
    const network = newAddress()
    const cookie = await logInBrowser(network)
    for (let i = 0; i < 5; i++) expect((await call('wrong', network, cookie)).status).toBe(401)
    expect((await call(adminPassword, newAddress(), cookie)).status).toBe(429)
    expect((await logIn(adminPassword, network)).status).toBe(200)
  })

  test('when another service checks the password of the browser then the mark counts there, too', async () => {
    const network = newAddress()
    const browser = (await logInBrowser(network)).replace('prankpost_operator_browser=', '')
    for (let i = 0; i < 5; i++) await check('wrong', network)
    const ask = (body: object) => other.internal.post('/internal/admin-password', adminPasswordAnswer, body)
    const asked = { password: adminPassword, address: network }
    expect((await ask(asked)).valid).toBe(false)
    expect(await ask({ ...asked, browser })).toEqual({ valid: true })
  })

  test('when the right password has not come from the browser for 30 days then the browser is treated as unknown again', async () => {
    const network = newAddress()
    const cookie = await logInBrowser(network)
    const limits = fixture.connection.collection('limits')
    const marks = await limits.find({ key: /^operator-browser:/ }).toArray()
    for (const { expire } of marks) {
      expect(expire.getTime() - Date.now()).toBeGreaterThan(30 * 86_400_000 - 60_000)
    }
    await limits.updateMany({ key: /^operator-browser:/ }, { $set: { expire: new Date(Date.now() - 1) } })
    for (let i = 0; i < 5; i++) await logIn('wrong', network)
    expect((await call(adminPassword, network, cookie)).status).toBe(429)
  })

  test('when the browser is marked then scripts cannot read the mark, and the database does not contain it', async () => {
    const answer = await logIn(adminPassword, newAddress())
    expect(answer.headers.get('set-cookie')).toMatch(
      /^prankpost_operator_browser=[\w-]{32}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    )
    const limits = JSON.stringify(await fixture.connection.collection('limits').find().toArray())
    expect(limits).not.toContain(answer.cookie.replace('prankpost_operator_browser=', ''))
    const https = await fixture.replica({ PUBLIC_URL: 'https://store.test' })
    expect((await logIn(adminPassword, newAddress(), https)).cookie).toMatch(
      /^__Host-prankpost_operator_browser=/,
    )
  })
})
