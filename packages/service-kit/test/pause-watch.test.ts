import { createEventPause } from '@prankpost/messaging'
import { testNamespace } from '@prankpost/test-harness'
import type { Connection } from 'mongoose'
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
beforeEach(() => wishes().deleteMany({}))

const wishes = () => connection.getClient().db(connection.name).collection<PauseRequest>(pauseCollection)
const wish = (token: string, lastsMs: number) =>
  wishes().updateOne(
    { _id: 'rest' },
    [{ $set: { token, until: { $add: ['$$NOW', lastsMs] }, seen: [], resting: [] } }],
    { upsert: true },
  )
const watchOf = (eventPause = createEventPause()) => ({
  eventPause,
  watch: createPauseWatch({ connection, log: createLogger('support', 'silent'), eventPause, everyMs: 50 }),
})
async function until(check: () => Promise<unknown> | unknown) {
  for (const end = Date.now() + 10_000; !(await check()); ) {
    if (Date.now() > end) throw new Error('did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('a process that looks for the wish to rest', () => {
  test('when it is wished then it rests, writes that down once nothing is under way, and goes on when the wish is gone', async () => {
    const { eventPause, watch } = watchOf()
    const { promise: atWork, resolve: done } = Promise.withResolvers<void>()
    eventPause.join({ pause: () => atWork, resume: () => undefined })
    await watch.start()
    expect(eventPause.isOn).toBe(false)
    await wish('first', 60_000)
    await until(async () => (await wishes().findOne())?.seen.length === 1)
    expect(eventPause.isOn).toBe(true)
    expect(await wishes().findOne()).toMatchObject({ resting: [] })
    done()
    await until(async () => (await wishes().findOne())?.resting.length === 1)
    await wishes().deleteMany({})
    await until(() => !eventPause.isOn)
    await watch.stop()
  })

  test('when whoever wished it dies then it ends by itself, though something is still under way', async () => {
    const { eventPause, watch } = watchOf()
    eventPause.join({ pause: () => new Promise(() => undefined), resume: () => undefined })
    await watch.start()
    await wish('of one who dies', 500)
    await until(() => eventPause.isOn)
    await until(() => !eventPause.isOn)
    expect(await wishes().countDocuments()).toBe(1)
    await watch.stop()
  })

  test('when it starts in the middle of a rest then it rests before it begins', async () => {
    await wish('long', 60_000)
    const { eventPause, watch } = watchOf()
    await watch.start()
    expect(eventPause.isOn).toBe(true)
    await watch.stop()
  })

  test('when two replicas look then both write it down, and again for the next wish', async () => {
    const two = [watchOf(), watchOf()]
    for (const { watch } of two) await watch.start()
    for (const token of ['one', 'two']) {
      await wish(token, 60_000)
      await until(async () => (await wishes().findOne())?.resting.length === 2)
    }
    for (const { watch } of two) await watch.stop()
  })

  test('when the database goes away during a rest then it ends all the same', async () => {
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
    await wish('short', 700)
    await watch.start()
    expect(eventPause.isOn).toBe(true)
    await own.close()
    await until(() => !eventPause.isOn)
    await watch.stop()
  })
})
