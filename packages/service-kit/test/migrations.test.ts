import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { testNamespace } from '@prankpost/local-stack'
import { Schema } from 'mongoose'
import { connectDatabase, createLogger, createMigrations, type Migration } from '../src/index.ts'
import { newId } from '../src/testing.ts'

const space = testNamespace()
const connection = await connectDatabase('order', {
  MONGODB_URI: space.mongodbUri,
  DATABASE_PREFIX: space.databasePrefix,
})
interface Letter {
  _id: number
  note?: string
  message?: string
}
const letters = connection.model(
  'Letter',
  new Schema<Letter>({ _id: Number, note: String, message: String }, { versionKey: false }),
)
afterAll(async () => {
  await connection.close()
  await space.drop({ topology: false })
})

const log = createLogger('order', 'silent')
let name = ''
const letterMigration = (over: Partial<Migration> = {}): Migration => ({
  name,
  model: letters,
  isOld: { note: { $exists: true }, $expr: { $ne: ['$note', '$message'] } },
  update: [{ $addFields: { message: '$note' } }],
  when: 'before-start',
  ...over,
})
const prepare = (over?: Partial<Migration>) =>
  createMigrations([letterMigration(over)], { connection, log }).prepare()
/** Runs in the background until `isOver` says so; answers how often that was asked. */
async function runUntil(over: Partial<Migration>, isOver: () => Promise<boolean>) {
  const { tasks } = createMigrations([letterMigration({ when: 'while-running', ...over })], {
    connection,
    log,
  })
  for (const task of tasks) task.start()
  const end = Date.now() + 30_000
  while (!(await isOver()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  for (const task of tasks) await task.stop()
}
const state = () => connection.collection('migrations').findOne({ _id: name as never })
const left = () => letters.countDocuments(letterMigration().isOld)
const write = (from: number, count: number) =>
  letters.insertMany(Array.from({ length: count }, (_, n) => ({ _id: from + n, note: `boo ${from + n}` })))

beforeEach(async () => {
  name = `letters ${newId()}`
  await letters.deleteMany({})
})

describe('a migration before the start', () => {
  test('when there are more documents than a batch has then all of them have the new form at the end', async () => {
    await write(0, 1_234)
    await prepare()
    expect(await left()).toBe(0)
    expect(await letters.findById(1_233).lean()).toEqual({
      _id: 1_233,
      note: 'boo 1233',
      message: 'boo 1233',
    })
    expect(await state()).toMatchObject({ total: 1_234, doneAt: expect.any(Date) })
  })

  test('when three replicas start together then each waits for the end, and no document is changed twice', async () => {
    await write(0, 2_600)
    await Promise.all(
      [prepare(), prepare(), prepare()].map((ready) => ready.then(async () => expect(await left()).toBe(0))),
    )
    expect(await state()).toMatchObject({ total: 2_600 })
  })

  test('when there is nothing then the start does not wait', async () => {
    await prepare()
    expect(await state()).toMatchObject({ total: 0, doneAt: expect.any(Date) })
  })

  test('when it was done by the version before then nothing is looked at again', async () => {
    await prepare()
    await write(0, 1)
    await prepare()
    expect(await left()).toBe(1)
  })

  test('when a replica died between a batch and the note of it then the next goes on there once the turn ends', async () => {
    await write(0, 700)
    // As it stands when somebody died after the first batch, with a second of the lease left.
    const died = { position: null, changed: 0, total: 0, startedAt: new Date(), doneAt: null }
    await connection
      .collection('migrations')
      .insertOne({ _id: name as never, ...died, dueAt: new Date(Date.now() + 1_000) })
    await letters.collection.updateMany({ _id: { $lt: 500 as never } }, letterMigration().update as never)
    const start = Date.now()
    await prepare()
    expect(Date.now() - start).toBeGreaterThan(900)
    expect(await left()).toBe(0)
    expect(await state()).toMatchObject({ total: 200 })
  })
})

describe('a migration while the service runs', () => {
  test('when an older replica still writes behind it then it looks again, until nothing is old any more', async () => {
    await write(1_000, 600)
    const isTotal = (total: number) => async () => (await state())?.total === total
    await runUntil({ settleMs: 200 }, isTotal(600))
    // Before all that were there, and one that has the new form is changed in the old one.
    await write(0, 3)
    await letters.updateOne({ _id: 1_000 }, { $set: { note: 'boo again' } })
    await runUntil({ settleMs: 200 }, async () => (await state())?.doneAt != null)
    expect(await state()).toMatchObject({ total: 604 })
    expect(await left()).toBe(0)
    expect((await letters.findById(1_000).lean())?.message).toBe('boo again')
  })

  test('when nothing is old right after the start then it is not done yet: an update may be under way', async () => {
    await runUntil(
      { settleMs: 60_000 },
      async () => (await state())?.startedAt != null && Number((await state())?.dueAt) > Date.now() + 30_000,
    )
    expect((await state())?.doneAt).toBeNull()
  })
})
