import { generateKeyPairSync } from 'node:crypto'
import { operatorInvitation, operatorSessionAnswer } from '@prankpost/contracts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, test } from 'vitest'
import type { Operator } from '../src/operator.model.ts'
import { createTotps } from '../src/totp.ts'
import { adminPassword, startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

const shared = { 'x-admin-password': adminPassword }
const password = 'seven quiet snails'
let count = 0

type Options = { body?: unknown; headers?: Record<string, string> }
const call = async (method: string, path: string, options: Options = {}, replica = auth) => {
  const answer = await replica.call(method, path, { from: `192.0.2.${++count}`, ...options })
  return { ...answer, body: answer.body as Record<string, never> }
}
const as = (cookie: string) => ({ headers: { cookie } })

async function invite(role: string, name = 'Pat Packer') {
  const body = { name, email: `operator-${++count}@shop.test`, role }
  const { status, body: operator } = await call('POST', '/api/admin/operators', { headers: shared, body })
  expect([status, operator]).toEqual([201, expect.objectContaining({ ...body, state: 'invited' })])
  return operator as unknown as { id: string; email: string }
}
/** The token of the newest invitation, as notification gets it. */
async function tokenOf(id: string) {
  const stored = await fixture.operators.findOne({ _id: id }).orFail().lean()
  const request = { operatorId: id, invitedAt: stored.invitedAt?.toISOString() ?? new Date().toISOString() }
  const mail = await auth.notification.post('/internal/operator-invitations', operatorInvitation, request)
  return mail === null ? '' : new URL(mail.url).hash.replace('#token=', '')
}
const accept = (token: string, chosen = password) =>
  call('POST', '/api/operators/invitation/accept', { body: { token, password: chosen } })
async function hire(role: string) {
  const operator = await invite(role)
  expect((await accept(await tokenOf(operator.id))).status).toBe(200)
  return operator
}
const signIn = (email: string, more: object = {}) =>
  call('POST', '/api/operators/sign-in', { body: { email, password, ...more } })
const me = (cookie: string) => call('GET', '/api/operators/me', as(cookie))
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

describe('an invitation', () => {
  test('when it is accepted then the operator signs in with the new password, and the link is void', async () => {
    const { id, email } = await invite('packer')
    const token = await tokenOf(id)
    const read = await call('POST', '/api/operators/invitation', { body: { token } })
    expect(read.body).toEqual({ name: 'Pat Packer', email, role: 'packer' })
    expect((await signIn(email)).status).toBe(401)
    expect((await accept(token)).status).toBe(200)
    expect((await accept(token)).status).toBe(400)
    expect(await tokenOf(id)).toBe('')
    const { status, cookie, headers } = await signIn(email)
    expect([status, headers.get('set-cookie')]).toEqual([
      200,
      expect.stringMatching(/^prankpost_operator=[^,]*Max-Age=28800;.*HttpOnly; SameSite=Strict, /),
    ])
    expect((await me(cookie)).body).toMatchObject({ id, email, role: 'packer', needsTotp: false })
  })

  test.each(['passwordpassword', 'qwertyuiop123', 'packerpacker'])(
    'when the password is %s then it is refused, as common or easy to guess',
    async (common) => {
      const { id } = await invite('viewer')
      const { status, body } = await accept(await tokenOf(id), common)
      expect([status, body.issues]).toEqual([400, [expect.objectContaining({ path: 'password' })]])
    },
  )

  test('when it is sent again then the earlier link is void, and a new password ends the sessions', async () => {
    const { id, email } = await hire('packer')
    const { cookie } = await signIn(email)
    const again = { headers: shared, body: { invite: true } }
    expect((await call('PATCH', `/api/admin/operators/${id}`, again)).status).toBe(200)
    const first = await tokenOf(id)
    await call('PATCH', `/api/admin/operators/${id}`, again)
    expect((await accept(first)).status).toBe(400)
    expect((await me(cookie)).status).toBe(200)
    expect((await accept(await tokenOf(id))).status).toBe(200)
    expect((await me(cookie)).status).toBe(401)
  })

  test('when the password changes while a sign-in with the former one goes on, then its session is void', async () => {
    const { id } = await hire('packer')
    const verified = await fixture.operators.findOne({ _id: id }).orFail().lean<Operator>()
    await call('PATCH', `/api/admin/operators/${id}`, { headers: shared, body: { invite: true } })
    expect((await accept(await tokenOf(id))).status).toBe(200)
    const token = await auth.deps.operatorAccess.start(verified, { address: '192.0.2.1', browser: '' })
    expect((await me(`prankpost_operator=${token}`)).status).toBe(401)
  })

  test('when the address is taken then it is a 409', async () => {
    const { email } = await invite('packer')
    const body = { name: 'Other', email: email.toUpperCase(), role: 'viewer' }
    expect((await call('POST', '/api/admin/operators', { headers: shared, body })).status).toBe(409)
  })
})

describe('strangers who send wrong passwords for an operator', () => {
  const fail = async (email: string) => {
    for (let n = 0; n < 20; n++) await signIn(email, { password: 'guesswork' })
    expect((await signIn(email)).status).toBe(429)
  }

  test('then the operator still signs in with the own browser', async () => {
    const { email } = await hire('packer')
    const { headers } = await signIn(email)
    const mark = headers.getSetCookie().find((cookie) => cookie.startsWith('prankpost_operator_browser='))
    await fail(email)
    const again = { body: { email, password }, ...as(mark?.split(';')[0] ?? '') }
    expect((await call('POST', '/api/operators/sign-in', again)).status).toBe(200)
    const planted = { body: { email, password }, ...as('prankpost_operator_browser=planted') }
    expect((await call('POST', '/api/operators/sign-in', planted)).status).toBe(429)
  })

  test('then a new invitation lets the operator in', async () => {
    const { id, email } = await hire('packer')
    await fail(email)
    await call('PATCH', `/api/admin/operators/${id}`, { headers: shared, body: { invite: true } })
    expect((await accept(await tokenOf(id))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })
})

describe('a session', () => {
  test('when the operator signs out, here or everywhere, then it ends at once', async () => {
    const { email } = await hire('packer')
    const [first, second, third] = [await signIn(email), await signIn(email), await signIn(email)]
    await call('POST', '/api/operators/sign-out', as(first.cookie))
    expect((await me(first.cookie)).status).toBe(401)
    const sessions = (await call('GET', '/api/operators/sessions', as(second.cookie))).body as unknown
    expect(sessions).toEqual([
      expect.objectContaining({ isCurrent: false }),
      expect.objectContaining({ isCurrent: true }),
    ])
    expect((await call('DELETE', '/api/operators/sessions', as(second.cookie))).status).toBe(204)
    for (const { cookie } of [second, third]) expect((await me(cookie)).status).toBe(401)
  })

  test('when it is idle for 30 minutes or older than 8 hours then it has ended', async () => {
    const { id, email } = await hire('packer')
    const ask = async (cookie: string) => {
      const token = cookie.split('=')[1] ?? ''
      return (await auth.internal.post('/internal/operator-sessions', operatorSessionAnswer, { token }))
        .operator
    }
    const idle = await signIn(email)
    expect(await ask(idle.cookie)).toEqual({ id, name: 'Pat Packer', role: 'packer', needsTotp: false })
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await fixture.operatorSessions.updateOne({ operatorId: id }, { $set: { lastSeenAt: minutesAgo(29) } })
    expect(await ask(idle.cookie)).not.toBeNull()
    await fixture.operatorSessions.updateOne({ operatorId: id }, { $set: { lastSeenAt: minutesAgo(31) } })
    expect(await ask(idle.cookie)).toBeNull()
    await fixture.operatorSessions.updateOne(
      { operatorId: id },
      { $set: { lastSeenAt: new Date(), expiresAt: minutesAgo(1) } },
    )
    expect(await ask(idle.cookie)).toBeNull()
  })

  test('when the role changes or the operator is removed then the next call knows it', async () => {
    const { id, email } = await hire('packer')
    const { cookie } = await signIn(email)
    expect((await call('GET', '/api/admin/operators', as(cookie))).status).toBe(403)
    await call('PATCH', `/api/admin/operators/${id}`, { headers: shared, body: { role: 'viewer' } })
    expect((await me(cookie)).body.role).toBe('viewer')
    expect((await call('DELETE', `/api/admin/operators/${id}`, { headers: shared })).status).toBe(204)
    expect((await me(cookie)).status).toBe(401)
  })
})

describe('one-time codes', () => {
  async function withTotp() {
    const { id, email } = await hire('owner')
    const { cookie, body } = await signIn(email)
    expect(body).toMatchObject({ needsTotp: true })
    expect((await call('GET', '/api/admin/operators', as(cookie))).body.code).toBe('totp_required')
    const { secret, uri } = (await call('POST', '/api/operators/totp', as(cookie))).body as Record<
      string,
      string
    >
    expect(uri).toContain(`secret=${secret}`)
    const confirm = (code: string) =>
      call('POST', '/api/operators/totp/confirm', { ...as(cookie), body: { code } })
    expect((await confirm('000000')).status).toBe(400)
    const { recoveryCodes } = (await confirm(codeOf(secret ?? ''))).body as unknown as {
      recoveryCodes: string[]
    }
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await call('GET', '/api/admin/operators', as(cookie))).status).toBe(200)
    return { id, email, cookie, secret: secret ?? '', recoveryCodes }
  }

  test('when they are set up then signing in needs one, and none works twice', async () => {
    const { email, secret, recoveryCodes } = await withTotp()
    const missing = await signIn(email)
    expect([missing.status, missing.body.code]).toEqual([422, 'code_required'])
    // The code that confirmed the secret is used up.
    expect((await signIn(email, { code: codeOf(secret) })).status).toBe(401)
    const code = codeOf(secret, 1)
    const both = await Promise.all([signIn(email, { code }), signIn(email, { code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const typed = recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')
    expect((await signIn(email, { code: typed })).status).toBe(200)
    expect((await signIn(email, { code: typed })).status).toBe(401)
  })

  test('when the database is read then it contains neither the secret nor a code', async () => {
    const { id, secret, recoveryCodes } = await withTotp()
    const stored = JSON.stringify(await fixture.operators.findOne({ _id: id }).lean())
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
  })

  test('when the owner resets them then they must be set up again', async () => {
    const { id, email } = await withTotp()
    await call('PATCH', `/api/admin/operators/${id}`, { headers: shared, body: { resetTotp: true } })
    const { cookie } = await signIn(email)
    expect((await call('GET', '/api/admin/operators', as(cookie))).body.code).toBe('totp_required')
  })

  test('when the shared password is used then there are none', async () => {
    expect((await call('POST', '/api/operators/totp', { headers: shared })).status).toBe(409)
  })
})

describe.each([
  ['is switched off', 'ADMIN_SHARED_PASSWORD', 'off'],
  ['is not set', 'ADMIN_PASSWORD', ''],
])('the shared password %s', (_, name, value) => {
  test('then it is refused everywhere, operators sign in, and the last owner stays', async () => {
    const replica = await fixture.replica({ [name]: value })
    const body = { password: adminPassword }
    expect((await call('POST', '/api/admin/login', { body }, replica)).status).toBe(401)
    expect((await call('GET', '/api/admin/operators', { headers: shared }, replica)).status).toBe(401)
    await fixture.operators.deleteMany({ role: 'owner' })
    const { id } = await hire('owner')
    const stranger = await invite('owner')
    const { email } = await fixture.operators.findOne({ _id: id }).orFail().lean()
    await fixture.operators.updateOne({ _id: id }, { $set: { role: 'owner' } })
    const { cookie } = await signIn(email)
    const { secret } = (await call('POST', '/api/operators/totp', as(cookie))).body as Record<string, string>
    await call('POST', '/api/operators/totp/confirm', { ...as(cookie), body: { code: codeOf(secret ?? '') } })
    const path = `/api/admin/operators/${id}`
    expect((await call('PATCH', path, { ...as(cookie), body: { role: 'viewer' } }, replica)).status).toBe(409)
    expect((await call('DELETE', path, as(cookie), replica)).status).toBe(409)
    expect((await call('DELETE', `/api/admin/operators/${stranger.id}`, as(cookie), replica)).status).toBe(
      204,
    )
  })
})

test('when sign-ins of an operator fail too often then they are refused, and the audit trail has them', async () => {
  const replica = await fixture.replica({ LOGIN_FAILURE_LIMIT: 3 })
  const { email } = await hire('packer')
  const attempt = (tried: string) =>
    call('POST', '/api/operators/sign-in', { body: { email, password: tried } }, replica)
  for (let i = 0; i < 3; i++) expect((await attempt('wrong one')).status).toBe(401)
  expect((await attempt(password)).status).toBe(429)
  const { body } = await call('GET', `/api/admin/audit/auth?q=${email}`, { headers: shared })
  const entries = (body as unknown as { items: { endpoint: string; outcome: { status: number } }[] }).items
  expect(entries.filter(({ outcome }) => outcome.status === 401)).toHaveLength(3)
})

test('when a secret was encrypted with another session key then no code is right, and nothing fails', () => {
  const [before, after] = [1, 2].map(() => {
    const { privateKey } = generateKeyPairSync('ed25519')
    return createTotps(String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  })
  const { secret, encrypted } = before?.create('op@shop.test') ?? { secret: '', encrypted: '' }
  expect(before?.stepOf(encrypted, codeOf(secret))).toEqual(expect.any(Number))
  expect(after?.stepOf(encrypted, codeOf(secret))).toBeNull()
})
