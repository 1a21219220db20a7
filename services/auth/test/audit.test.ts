import { type AuditEntry, adminPasswordAnswer, auditList } from '@prankpost/contracts'
import { afterAll, expect, test } from 'vitest'
import { adminPassword, startFixture } from './fixture.ts'

const fixture = await startFixture()
const [auth, other] = await Promise.all([fixture.replica(), fixture.replica()])
afterAll(() => fixture.close())

const logIn = (password: unknown, from: string) =>
  auth.call('POST', '/api/admin/login', {
    body: { password },
    from,
    headers: { 'x-request-id': 'request-0001' },
  })
const trail = async (from: string): Promise<AuditEntry[]> => {
  const headers = { 'x-admin-password': adminPassword }
  const { body } = await other.call('GET', `/api/admin/audit/auth?q=${from}`, { headers })
  return auditList.parse(body).items
}
const statuses = (entries: AuditEntry[]) =>
  entries.map(({ endpoint, outcome }) => `${endpoint} ${outcome?.status}`)

test('when the operator logs in with a right or a wrong password then both are in the audit trail, without the password', async () => {
  await logIn('guesswork', '198.51.100.1')
  await logIn(adminPassword, '198.51.100.1')
  const entries = await trail('198.51.100.1')
  expect(statuses(entries)).toEqual(['POST /api/admin/login 200', 'POST /api/admin/login 401'])
  expect(entries[0]).toMatchObject({ service: 'auth', actor: 'admin', requestId: 'request-0001', body: null })
  const kept = JSON.stringify(await fixture.connection.collection('audit').find().toArray())
  expect(kept).not.toContain('guesswork')
  expect(kept).not.toContain(adminPassword)
})

test('when another service checks a password then a wrong one is in the audit trail and a right one is not', async () => {
  const address = '198.51.100.2'
  for (const password of ['guesswork', adminPassword]) {
    await auth.internal.post('/internal/admin-password', adminPasswordAnswer, { password, address })
  }
  expect(statuses(await trail(address))).toEqual(['POST /internal/admin-password 401'])
})

test('when attempts are refused for earlier failures then only the first of them is recorded', async () => {
  const answers = []
  for (let n = 0; n < 20; n++) answers.push((await logIn('guesswork', '198.51.100.3')).status)
  expect(answers.filter((status) => status === 429)).toHaveLength(15)
  const entries = await trail('198.51.100.3')
  expect(statuses(entries)).toEqual(
    ['429', '401', '401', '401', '401', '401'].map((status) => `POST /api/admin/login ${status}`),
  )
})

test('when no password is given then nothing is recorded', async () => {
  await logIn('', '198.51.100.4')
  expect(await trail('198.51.100.4')).toEqual([])
})

test('when the audit trail is read with a wrong password or none then it is a 401, and the wrong one is recorded', async () => {
  const ask = (headers: Record<string, string>) =>
    auth.call('GET', '/api/admin/audit/auth', { headers, from: '198.51.100.5' })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ 'x-admin-password': 'guesswork' })).status).toBe(401)
  expect(statuses(await trail('198.51.100.5'))).toEqual(['GET /api/admin/audit/auth 401'])
})

test('when a customer is blocked with a wrong password then the entry names that call and its request', async () => {
  const headers = { 'x-admin-password': 'guesswork', 'x-request-id': 'request-0002' }
  const from = '198.51.100.6'
  await auth.call('POST', '/api/admin/customers/0123456789abcdef01234567/block', { headers, from })
  const entries = await trail(from)
  expect(statuses(entries)).toEqual(['POST /api/admin/customers/:id/block 401'])
  expect(entries[0]?.requestId).toBe('request-0002')
})
