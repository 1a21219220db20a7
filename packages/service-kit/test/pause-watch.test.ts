import { createEventPause } from '@prankpost/messaging'
import { testNamespace, until } from '@prankpost/test-harness'
import type { Connection } from 'mongoose'
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase } from '../src/data/database.ts'
import { createLogger } from '../src/ops/log.ts'
import { createPauseWatch, type PauseRequest, pauseCollection } from '../src/ops/pause-watch.ts'

const space = testNamespace()
let connection: Connection
beforeAll(async () => {
  connection = await connectDatabase('support', {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
})
afterAll(async () => {
  await connection.close()
  await space.drop()
})
beforeEach(() => requests().deleteMany({}))

const requests = () => connection.getClient().db(connection.name).collection<PauseRequest>(pauseCollection)
const requestPause = (token: string, durationMs: number) =>
  requests().updateOne(
    { _id: 'pause' },
    [{ $set: { token, until: { $add: ['$$NOW', durationMs] }, seen: [], paused: [] } }],
    { upsert: true },
  )
const watchOf = (eventPause = createEventPause()) => ({
  eventPause,
  watch: createPauseWatch({ connection, log: createLogger('support', 'silent'), eventPause, everyMs: 50 }),
})
const backupAge = async () => {
  const [measured] = (await register.getSingleMetric('backup_age_seconds')?.get())?.values ?? []
  return measured?.value
}

describe('a process that polls for pause requests', () => {
  test('when there is a request then it pauses, records when its work is finished, and resumes when the request is deleted', async () => {
    const { eventPause, watch } = watchOf()
    const { promise: workInProgress, resolve: done } = Promise.withResolvers<void>()
    eventPause.join({ pause: () => workInProgress, resume: () => undefined })
    await watch.start()
    expect(eventPause.isOn).toBe(false)
    await requestPause('first', 60_000)
    await until(async () => (await requests().findOne())?.seen.length === 1)
    expect(eventPause.isOn).toBe(true)
    expect(await requests().findOne()).toMatchObject({ paused: [] })
    done()
    await until(async () => (await requests().findOne())?.paused.length === 1)
    await requests().deleteMany({})
    await until(() => !eventPause.isOn)
    await watch.stop()
  })

  test('when the requester dies then the pause expires, even while work is still in progress', async () => {
    const { eventPause, watch } = watchOf()
    eventPause.join({ pause: () => new Promise(() => undefined), resume: () => undefined })
    await watch.start()
    await requestPause('of a requester that dies', 500)
    await until(() => eventPause.isOn)
    await until(() => !eventPause.isOn)
    expect(await requests().countDocuments()).toBe(1)
    await watch.stop()
  })

  test('when it starts during a pause then it is paused before it begins', async () => {
    await requestPause('long', 60_000)
    const { eventPause, watch } = watchOf()
    await watch.start()
    expect(eventPause.isOn).toBe(true)
    await watch.stop()
  })

  test('when a backup was completed then its age is measured, and without one it is infinite', async () => {
    const { watch } = watchOf()
    await watch.start()
    expect(await backupAge()).toBe(Number.POSITIVE_INFINITY)
    await requests().updateOne(
      { _id: 'backup' } as object,
      [{ $set: { takenAt: { $subtract: ['$$NOW', 3_600_000] } } }],
      { upsert: true },
    )
    await until(async () => (await backupAge()) !== Number.POSITIVE_INFINITY)
    expect(await backupAge()).toBeGreaterThanOrEqual(3_600)
    expect(await backupAge()).toBeLessThan(4_000)
    await watch.stop()
  })

  test('when there are two replicas then both record each request', async () => {
    const two = [watchOf(), watchOf()]
    for (const { watch } of two) await watch.start()
    for (const token of ['one', 'two']) {
      await requestPause(token, 60_000)
      await until(async () => (await requests().findOne())?.paused.length === 2)
    }
    for (const { watch } of two) await watch.stop()
  })

  test('when the database becomes unavailable during a pause then the pause still ends', async () => {
    const own = await connectDatabase('support', {
      MONGODB_URI: space.mongodbUri,
      DATABASE_PREFIX: space.databasePrefix,
    })
    const eventPause = createEventPause()
    const watch = createPauseWatch({
      connection: own,
      log: createLogger('support', 'silent'),
      eventPause,
      everyMs: 50,
    })
    await requestPause('short', 700)
    await watch.start()
    expect(eventPause.isOn).toBe(true)
    await own.close()
    await until(() => !eventPause.isOn)
    await watch.stop()
  })
})
