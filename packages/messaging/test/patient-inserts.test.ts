import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { createOutbox } from '../src/index.ts'
import { startHarness } from './harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

test('when documents may wait for company, then those of a moment are one command, and each has its outcome', async () => {
  const patient = createOutbox(harness.things, () => undefined, { insertWaitMs: 30 })
  const commands = jest.spyOn(harness.things.collection, 'insertMany')
  await harness.outbox.insert({ _id: 'patient-2', name: 'Ann', count: 0 })
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3].map((n) => patient.insert({ _id: `patient-${n}`, name: 'Bob', count: n })),
  )
  expect(commands.mock.calls.map(([documents]) => documents.length)).toEqual([4])
  commands.mockRestore()
  const failed = { status: 'rejected', reason: { code: 11000 } }
  const done = { status: 'fulfilled' }
  expect(outcomes).toMatchObject([done, done, failed, done])
})
