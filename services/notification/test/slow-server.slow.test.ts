import { until } from '@prankpost/test-harness'
import { afterAll, expect, test, vi } from 'vitest'
import { linkRequested, startFixture } from './fixture.ts'

const fixture = await startFixture()
const { postOffice, mails } = fixture
afterAll(() => fixture.close())

test('when the mail server needs longer than a claim to accept a mail then it is sent once, and a copy of the event waits', async () => {
  const replica = await fixture.replica()
  const pat = fixture.customer()
  const event = linkRequested(pat.id)
  const copy = () => replica.handlers['mail-link-requested']({ ...event } as never)
  const { promise: isAccepted, resolve: accept } = Promise.withResolvers<void>()
  let started = 0
  postOffice.answers.before = async () => {
    started += 1
    await isAccepted
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const outcome = fixture.deliver(event)
  await until(() => started)
  // The first claim has expired: the process that waits for the server renews it every 5 seconds.
  await mails.updateOne({ _id: event.id }, { $set: { claimedUntil: new Date(0) } })
  vi.advanceTimersByTime(5_000)
  await until(async () => ((await mails.findById(event.id).lean())?.claimedUntil ?? 0) > new Date())
  vi.useRealTimers()
  await expect(copy()).rejects.toThrow('another process is sending this mail')
  accept()
  expect(await outcome).toBeNull()
  expect(await copy()).toBeUndefined()
  expect([started, postOffice.to(pat.email).length]).toEqual([1, 1])
  expect(await mails.findById(event.id).lean()).toMatchObject({ status: 'sent' })
  await replica.close()
})
