import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@prankpost/test-harness'
import { afterAll, expect, test } from 'vitest'
import { linkRequested, startFixture } from './fixture.ts'

const fixture = await startFixture()
const { postOffice, mails } = fixture
afterAll(() => fixture.close())

/** Longer than a claim that is not renewed. */
const slowMs = 17_000

test('when the mail server needs long to accept a mail then it is sent once, and a copy of the event waits', async () => {
  const replica = await fixture.replica()
  const pat = fixture.customer()
  const event = linkRequested(pat.id)
  const copy = () => replica.handlers['mail-link-requested']({ ...event } as never)
  const started: number[] = []
  postOffice.answers.before = async () => {
    started.push(Date.now())
    await sleep(slowMs)
  }
  const outcome = fixture.deliver(event)
  const start = await until(() => started[0])
  await until(() => Date.now() > start + slowMs - 1_000, slowMs)
  await expect(copy()).rejects.toThrow('another process is sending this mail')
  expect(await outcome).toBeNull()
  expect(await copy()).toBeUndefined()
  expect([started.length, postOffice.to(pat.email).length]).toEqual([1, 1])
  expect(await mails.findById(event.id).lean()).toMatchObject({ status: 'sent' })
  await replica.close()
})
