import { createEmitter } from '@prankpost/messaging'
import { deletionRequested, exportRequested } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, expect, test } from 'vitest'
import { linkRequested, startFixture } from './fixture.ts'

const fixture = await startFixture()
const { auth, customerData, deliver, mails, postOffice } = fixture
afterAll(() => fixture.close())

const emit = createEmitter('auth')
const at = '2026-03-04T14:05:00.000Z'
const erased = (ownerId: string) =>
  emit('customer-erased', ownerId, { receipt: 'AAAA-BBBB-2345', ownerId, erasedAt: at })
const receiptTo = (to: string) => ({
  to,
  receipt: 'AAAA-BBBB-2345',
  requestedAt: at,
  services: [
    {
      section: 'targets',
      erasedAt: at,
      counts: [{ what: 'Saved targets', outcome: 'deleted' as const, count: 2 }],
    },
    { section: 'achievements', erasedAt: at, counts: [] },
  ],
})

test('when an account is deleted then its mail records are exported before and deleted after', async () => {
  const pat = fixture.customer()
  await deliver(linkRequested(pat.id))
  await deliver(exportRequested(pat.id))
  expect(customerData.parts[0]?.records).toEqual([
    expect.objectContaining({ about: 'verify-email', status: 'sent' }),
  ])
  const deletion = deletionRequested(pat.id)
  await deliver(deletion)
  await deliver(deletion)
  // A mail requested before the deletion leaves no record either.
  auth.settled.add(pat.id)
  await deliver(linkRequested(pat.id))
  expect(await mails.countDocuments({ userId: pat.id })).toBe(0)
  const { outbox, counts } = (await customerData.erasure(pat.id)) ?? {}
  expect(counts).toEqual([{ what: 'Notes of mails that were sent', outcome: 'deleted', count: 1 }])
  expect(outbox?.map(({ type }) => type)).toEqual(['notification-data-erased'])
})

test('when customer-erased is delivered twice then one receipt is mailed, and auth deletes the address', async () => {
  const pat = fixture.customer()
  auth.receipt = receiptTo(pat.email)
  await deliver(deletionRequested(pat.id))
  const event = erased(pat.id)
  expect(await deliver(event)).toBeNull()
  expect(auth.receipt).toBeNull()
  expect(await deliver(event)).toBeNull()
  const [mail, ...others] = postOffice.to(pat.email)
  expect(others).toEqual([])
  expect(mail?.subject).toContain('Your account is deleted')
  expect(mail?.raw).toContain('AAAA-BBBB-2345')
  const text = mail?.raw.replace(/=\r\n/g, '').replace(/\s+/g, ' ')
  expect(text).toContain('Address book (March 4, 2026 at 2:05 PM UTC): Saved targets: 2 deleted.')
  expect(text).toContain('Achievements (March 4, 2026 at 2:05 PM UTC): nothing was kept there.')
  // Its record is kept, so a copy of the event finds it; it identifies no person.
  const note = await fixture.mailOf(event)
  expect(note).toMatchObject({ kind: 'account-deleted', status: 'sent' })
  expect(JSON.stringify(note)).not.toContain(pat.email)
})

test('when auth is unavailable for deleting the address then the call is repeated later, and no second mail is sent', async () => {
  const pat = fixture.customer()
  auth.receipt = receiptTo(pat.email)
  postOffice.answers.before = async () => {
    auth.isUnavailable = true
  }
  const event = erased(pat.id)
  const first = deliver(event)
  await until(() => auth.refused > 0)
  postOffice.answers.before = async () => undefined
  auth.isUnavailable = false
  await first
  await deliver(event)
  expect(postOffice.to(pat.email)).toHaveLength(1)
  expect(auth.receipt).toBeNull()
})
