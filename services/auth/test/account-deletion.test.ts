import {
  accountAnswer,
  customerDataServices,
  dataSubject,
  deletionReceipt,
  type EventData,
} from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { createLogger } from '@prankpost/service-kit'
import { eventOf } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sweepDeletions } from '../src/use-cases/forget-address.ts'
import { person, startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

async function customer() {
  const { id: ownerId, headers, ...pat } = await auth.customer()
  return {
    ...pat,
    ownerId,
    headers,
    remove: (password = 'correct horse', confirmation: unknown = 'DELETE') =>
      auth.call('POST', '/api/auth/account-deletion', { body: { password, confirmation }, headers }),
  }
}

const emit = createEmitter('order')
const answer = (ownerId: string, receipt: string, total = 1): EventData<'order-data-erased'> => ({
  receipt,
  ownerId,
  counts: [{ what: 'Things', outcome: 'deleted', count: total }],
  erasedAt: new Date().toISOString(),
})
const deliverAnswer = (
  service: (typeof customerDataServices)[number],
  data: EventData<'order-data-erased'>,
) => auth.handlers[`${service}-data-erased`](eventOf(emit('order-data-erased', data.ownerId, data)))
const receiptOf = (ownerId: string) =>
  auth.notification.get(`/internal/deletion-receipts/${ownerId}`, deletionReceipt)

test.each([
  ['the password is wrong', 'a guess', 'DELETE', 403],
  ['the password is missing', '', 'DELETE', 400],
  ['the confirmation is another word', 'correct horse', 'delete', 400],
  ['the confirmation is missing', 'correct horse', null, 400],
])('when %s then the account does not change', async (_what, password, confirmation, status) => {
  const { remove, stored, headers } = await customer()
  const before = await stored()
  expect((await remove(password, confirmation)).status).toBe(status)
  expect(await stored()).toEqual(before)
  expect((await auth.call('GET', '/api/auth/user', { headers })).status).toBe(200)
})

test('when an account is deleted then only the address for the receipt is kept, and every session is void', async () => {
  const { email, ownerId, remove, stored, headers } = await customer()
  const other = await auth.call('POST', '/api/auth/login', { body: { email, password: 'correct horse' } })
  const deleted = await remove()
  expect([deleted.status, deleted.cookie]).toEqual([200, 'prankpost_session='])
  expect(deleted.body.receipt).toMatch(/^([2-9A-Z]{4}-){2}[2-9A-Z]{4}$/)
  for (const session of [headers, { cookie: other.cookie }]) {
    expect((await auth.call('GET', '/api/auth/user', { headers: session })).status).toBe(401)
  }
  const { outbox, deletion, ...rest } = (await stored()) ?? {}
  expect(JSON.stringify(rest)).not.toMatch(/leaving|Pat|Potato|argon2/)
  expect(deletion).toMatchObject({ email, emailVerified: false, erasedAt: null })
  expect(outbox?.at(-1)).toMatchObject({
    type: 'customer-deletion-requested',
    data: { ownerId, receipt: deleted.body.receipt },
  })
  expect(JSON.stringify(outbox)).not.toContain(email)
  const login = { email, password: 'correct horse' }
  expect((await auth.call('POST', '/api/auth/login', { body: login })).status).toBe(401)
  await expect(auth.internal.get(`/internal/users/${ownerId}`, accountAnswer)).rejects.toMatchObject({
    status: 404,
  })
  // The address is free at once, and a new account is a different account.
  const again = await auth.call('POST', '/api/auth/register', { body: person(email) })
  expect([again.status, again.body.id === ownerId]).toEqual([201, false])
})

test('when three calls delete an account at once then it is deleted once', async () => {
  const { remove, stored } = await customer()
  const answers = await Promise.all([remove(), remove(), remove()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const emitted = (await stored())?.outbox.filter(({ type }) => type === 'customer-deletion-requested')
  expect(emitted).toHaveLength(1)
})

test('when a data export exists then it is deleted with the account', async () => {
  const { ownerId, headers, remove } = await customer()
  await auth.call('POST', '/api/auth/data-export', { headers })
  await remove()
  expect(await fixture.dataExports.countDocuments({ _id: ownerId })).toBe(0)
})

test('when every service has answered, twice and out of order, then the receipt is emitted once, and its address is removed once the mail is sent', async () => {
  const { email, ownerId, remove, stored } = await customer()
  const receipt = String((await remove()).body.receipt)
  for (const service of [...customerDataServices].reverse()) {
    expect(await receiptOf(ownerId)).toBeNull()
    await deliverAnswer(service, answer(ownerId, receipt, 3))
    // Delivered a second time, after a retry that found less.
    await deliverAnswer(service, answer(ownerId, receipt, 0))
  }
  await deliverAnswer('order', answer(ownerId, 'ZZZZ-ZZZZ-ZZZZ'))
  const complete = await receiptOf(ownerId)
  expect(complete).toMatchObject({ to: email, receipt })
  expect(complete?.services.map(({ counts }) => counts[0]?.count)).toEqual(customerDataServices.map(() => 3))
  const emitted = (await stored())?.outbox.filter(({ type }) => type === 'customer-erased')
  expect(emitted).toHaveLength(1)
  const sent = () =>
    auth.notification.post(
      `/internal/deletion-receipts/${ownerId}/sent`,
      z.object({ forgotten: z.boolean() }),
      {},
    )
  await sent()
  await sent()
  expect(await receiptOf(ownerId)).toBeNull()
  expect(JSON.stringify(await stored())).not.toContain(email)
})

test('when a service requests the address then it gets it only if it was verified, and only until it is erased', async () => {
  const { email, ownerId, remove } = await customer()
  const requestAddress = () => auth.as('support').get(`/internal/data-subjects/${ownerId}`, dataSubject)
  expect(await requestAddress()).toEqual({ verifiedEmail: null })
  await fixture.users.updateOne({ _id: ownerId }, { emailVerifiedAt: new Date() })
  expect(await requestAddress()).toEqual({ verifiedEmail: email })
  const receipt = String((await remove()).body.receipt)
  expect(await requestAddress()).toEqual({ verifiedEmail: email })
  for (const service of customerDataServices) await deliverAnswer(service, answer(ownerId, receipt))
  await auth.notification.post(`/internal/deletion-receipts/${ownerId}/sent`, z.unknown(), {})
  expect(await requestAddress()).toEqual({ verifiedEmail: null })
})

test('when a receipt could not be mailed for 30 days then its address is removed anyway', async () => {
  const [late, recent] = [await customer(), await customer()]
  for (const { remove } of [late, recent]) await remove()
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await fixture.users.updateOne({ _id: late.ownerId }, { 'deletion.requestedAt': ago(31) })
  await fixture.users.updateOne({ _id: recent.ownerId }, { 'deletion.requestedAt': ago(29) })
  await sweepDeletions({ users: fixture.users, log: createLogger('auth', 'silent') })
  expect((await late.stored())?.deletion?.email).toBeUndefined()
  expect((await recent.stored())?.deletion?.email).toBe(recent.email)
})
