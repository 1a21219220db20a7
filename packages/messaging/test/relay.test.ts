import { until } from '@prankpost/test-harness'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOutbox, followDatabaseClock } from '../src/index.ts'
import { contactSaved, startHarness } from './harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

test('when a relay is stopped during its poll then it publishes the claimed events before it stops', async () => {
  const { things, relay } = harness
  const event = contactSaved()
  const left = { name: 'Bob', count: 0, revision: 1, outbox: [event], outboxDueAt: new Date(0) }
  await things.collection.insertOne({ _id: 'left', ...left } as never)

  const claiming = Promise.withResolvers<void>()
  const mayClaim = Promise.withResolvers<void>()
  const updateMany = things.updateMany.bind(things)
  vi.spyOn(things, 'updateMany').mockImplementationOnce(((...args: Parameters<typeof updateMany>) => {
    claiming.resolve()
    return mayClaim.promise.then(() => updateMany(...args))
  }) as never)
  relay.start()
  await claiming.promise
  let isStopped = false
  const stopped = relay.stop().then(() => {
    isStopped = true
  })
  // The database and the broker answer, so a stop that did not wait would have ended by now.
  await things.findById('left').lean()
  await harness.broker.withChannel(async () => undefined)
  expect(isStopped).toBe(false)

  mayClaim.resolve()
  await stopped
  expect((await things.findById('left').lean())?.outbox).toEqual([])
  await until(async () => (await things.countDocuments({ outboxDueAt: { $exists: true } })) === 0)
})

test('when the clock of a host is an hour ahead then its leases use the clock of the database', async () => {
  const { things } = harness
  const { now } = Date
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
  await followDatabaseClock(things.db)
  await createOutbox(things, () => undefined).insert({ _id: 'ahead', name: 'Cy', count: 0 }, [contactSaved()])
  clock.mockRestore()
  const dueAt = (await things.findById('ahead').lean())?.outboxDueAt
  expect(dueAt?.getTime()).toBeGreaterThan(Date.now())
  expect(dueAt?.getTime()).toBeLessThan(Date.now() + 10_000)
})
