import { afterAll, describe, expect, test } from '@jest/globals'
import { adminPasswordAnswer } from '@prankpost/contracts'
import { adminPassword, startRig } from './rig.ts'

const rig = await startRig()
const [auth, other] = await Promise.all([rig.replica(), rig.replica()])
afterAll(() => rig.close())

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

  test('when it is wrong then it is a 401 with the words of the specification', async () => {
    for (const wrong of ['nope', `${adminPassword}x`, adminPassword.toUpperCase()]) {
      const answer = await logIn(wrong, newAddress())
      expect([answer.status, answer.body.message]).toEqual([401, 'Invalid admin password.'])
    }
  })

  test('when it failed five times from an address then the right one gets 429 too, from there alone', async () => {
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

  test('when failures come on several calls and replicas then they share one count', async () => {
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

  test('when it is right then it does not count, however often and however many at once', async () => {
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => logIn(adminPassword, address, i % 2 === 0 ? auth : other)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('when 50 wrong ones come at once on two replicas then five are compared', async () => {
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => logIn(`guess ${i}`, address, i % 2 === 0 ? auth : other)),
    )
    const compared = answers.filter(({ status }) => status === 401)
    expect(compared).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45)
    expect((await logIn(adminPassword, address)).status).toBe(429)
  })

  test('when failures come from many addresses then only those may go on that had it right lately', async () => {
    const strict = await rig.replica({ adminFailures: 6 })
    const [operator, stranger] = [newAddress(), newAddress()]
    // Earlier tests left failures of their own in the count of all.
    await rig.connection.collection('limits').deleteMany({ key: 'admin-all:all' })
    expect((await logIn(adminPassword, operator, strict)).status).toBe(200)
    for (let i = 0; i < 6; i++) expect((await logIn('wrong', newAddress(), strict)).status).toBe(401)
    for (const password of ['wrong', adminPassword]) {
      const answer = await logIn(password, stranger, strict)
      expect([answer.status, answer.body.code]).toEqual([429, 'too_many'])
    }
    expect((await logIn(adminPassword, operator, strict)).status).toBe(200)
    // Whoever is refused by the count of all has not used up a try of their own.
    for (let i = 0; i < 6; i++) expect((await logIn('wrong', stranger, strict)).status).toBe(429)
    await rig.connection.collection('limits').deleteMany({ key: 'admin-all:all' })
    expect((await logIn(adminPassword, stranger, strict)).status).toBe(200)
  })

  test('when an address had it right more than a day ago then it is a stranger again', async () => {
    const strict = await rig.replica({ adminFailures: 3 })
    const operator = newAddress()
    const limits = rig.connection.collection('limits')
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

  test('when the fifteen minutes are over then it starts afresh, and the sweep clears what is over', async () => {
    const address = newAddress()
    for (let i = 0; i < 6; i++) await logIn('wrong', address)
    const limits = rig.connection.collection('limits')
    const past = { $set: { expire: new Date(Date.now() - 1_000) } }
    expect((await limits.updateOne({ key: `admin:${address}` }, past)).modifiedCount).toBe(1)
    expect((await logIn('wrong', address)).status).toBe(401)
    expect((await logIn(adminPassword, address)).status).toBe(200)
    await limits.updateOne({ key: `admin:${address}` }, past)
    await auth.limits.sweep()
    expect(await limits.findOne({ key: `admin:${address}` })).toBeNull()
  })

  test.each([[{ $ne: '' }], [['prankmaster']], [7], ['x'.repeat(201)]])(
    'when %j stands in for it then it is a 400',
    async (password) => {
      expect((await logIn(password, newAddress())).status).toBe(400)
    },
  )

  test('when somebody outside asks the internal route then it is a 401 that says nothing', async () => {
    const body = { password: adminPassword, address: newAddress() }
    for (const headers of [undefined, { authorization: 'Bearer nonsense' }]) {
      const answer = await auth.call('POST', '/internal/admin-password', {
        body,
        ...(headers && { headers }),
      })
      expect([answer.status, answer.body.valid]).toEqual([401, undefined])
    }
  })
})
