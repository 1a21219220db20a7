import net from 'node:net'
import { openRelay, testNamespace, until } from '@prankpost/test-harness'
import { type Connection, mongo, Schema } from 'mongoose'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { connectDatabase, databaseAnswers, dropFormerIndex } from '../src/data/database.ts'
import { isOutage } from '../src/errors.ts'

const space = testNamespace()
const connect = net.Socket.prototype.connect
let connection: Connection | undefined
afterEach(async () => {
  net.Socket.prototype.connect = connect
  await connection?.close()
  await space.drop()
})

/** Makes every socket that is opened from now on close, without an error, at the first write after `break`. */
function breakableSockets() {
  const sockets = new Set<net.Socket>()
  net.Socket.prototype.connect = function (this: net.Socket, ...args: never[]) {
    sockets.add(this)
    return connect.apply(this, args as never)
  } as typeof connect
  let broken = 0
  return {
    break() {
      for (const socket of sockets) {
        const write = socket.write
        socket.write = function (this: net.Socket, ...args: never[]) {
          socket.write = write
          this.destroy()
          broken += 1
          return write.apply(this, args as never)
        } as typeof write
      }
    },
    broken: () => broken,
  }
}

const connectForTest = () =>
  connectDatabase('order', { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix })

/** Returns a collection of a database that has answered and whose connections close at the next write. */
async function connectAndBreak() {
  const sockets = breakableSockets()
  connection = await connectForTest()
  expect(await databaseAnswers(connection)).toBe(true)
  sockets.break()
  return { sockets, things: connection.db?.collection('things') }
}

test('when a connection to the database closes during a write then the call ends, and later calls succeed', async () => {
  const { sockets, things } = await connectAndBreak()
  // The driver does not retry a write: the write fails and does not wait forever.
  await expect(things?.insertOne({ n: 1 })).rejects.toThrow(/closed/)
  expect(sockets.broken()).toBeGreaterThan(0)
  // Calls are refused until the driver has found the server again; without a deadline this would never fail.
  const deadline = Date.now() + 10_000
  const insert = () => things?.insertOne({ n: 2 }).catch((error: Error) => error)
  let last = await insert()
  while (last instanceof Error && Date.now() < deadline) last = await insert()
  expect(last).toMatchObject({ acknowledged: true })
})

test('when it closes during a bulk write then that is an outage, as for any other write', async () => {
  const { things } = await connectAndBreak()
  const error = await things?.insertMany([{ n: 1 }, { n: 2 }]).catch((reason: unknown) => reason)
  expect([error instanceof mongo.MongoBulkWriteError, isOutage(error)]).toEqual([true, true])
})

test('when the server cannot be reached at the start then a warning says so, and it connects once the server is up', async () => {
  const relay = await openRelay(space.mongodbUri, 'refuse')
  const lines: object[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const connecting = connectDatabase(
    'order',
    { MONGODB_URI: relay.uri, DATABASE_PREFIX: space.databasePrefix },
    { log },
  )
  await until(() => lines.length > 0)
  relay.mode = 'forward'
  connection = await connecting
  expect(await databaseAnswers(connection)).toBe(true)
  expect(lines).toMatchObject([
    { msg: 'the database cannot be reached; trying again', err: { message: expect.any(String) } },
  ])
  relay.close()
})

test('when an index of the previous version exists then it is dropped; when it does not exist then nothing happens', async () => {
  connection = await connectForTest()
  const model = connection.model('Thing', new Schema({ words: [String] }), 'indexed')
  await model.collection.createIndex({ words: 1 })
  await dropFormerIndex(model, 'words_1')
  await dropFormerIndex(model, 'words_1')
  expect((await model.collection.indexes()).map(({ name }) => name)).toEqual(['_id_'])
})

test('when an insert or an update violates the schema, or has an unknown field, then nothing is stored', async () => {
  connection = await connectForTest()
  const schema = new Schema({ state: { type: String, required: true, enum: ['new', 'done'] }, extra: Object })
  const model = connection.model<object>('Checked', schema as Schema<object>)
  await expect(model.create({})).rejects.toThrow('required')
  await expect(model.create({ state: 'new', other: 1 })).rejects.toThrow('not in schema')
  const { _id } = await model.create({ state: 'new', extra: {} })
  await expect(model.updateOne({ _id }, { $set: { state: 'old' } })).rejects.toThrow('not a valid enum value')
  await expect(model.updateOne({ _id }, { $unset: { state: 1 } })).rejects.toThrow('required')
  await expect(model.updateOne({ _id }, { $set: { other: 1 } })).rejects.toThrow('not in schema')
  expect(await model.find({}, { __v: 0 }).lean()).toEqual([{ _id, state: 'new', extra: {} }])
})
