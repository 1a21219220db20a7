import { mkdtemp, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceNames } from '@prankpost/contracts'
import { type BackupRecord, pauseCollection } from '@prankpost/service-kit/pause-watch'
import { type TestNamespace, testNamespace } from '@prankpost/test-harness'
import { Binary, BSON, Decimal128, Double, Int32, Long, ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyCollection } from '../src/copy-collection.ts'
import { type Manifest, messagesFile, verifyBackup } from '../src/manifest.ts'
import { readDocuments } from '../src/packed-file.ts'
import { pauseAll } from '../src/pause-all.ts'
import { restoreBackup } from '../src/restore-backup.ts'
import { connectShop, copyOrder, type Shop } from '../src/shop.ts'
import { recordBackup, takeBackup } from '../src/take-backup.ts'

const many = 1_200
let spaces: TestNamespace[]
let shop: Shop
let target: Shop
let folder: string
let backup: string
let manifest: Manifest

/** A document with all types of values; the number types must be preserved. */
const odd = {
  _id: new ObjectId(),
  whole: new Int32(5),
  broken: new Double(5),
  long: Long.fromString('9007199254740993'),
  money: Decimal128.fromString('4.990'),
  bytes: new Binary(Buffer.from('ab')),
  at: new Date(0),
  nothing: null,
  nested: { list: [new Int32(1), new Double(2), 'three'] },
}
const shopOf = (space: TestNamespace) => connectShop(space, { declares: true })
const bytesOf = async (of: Shop, service: 'order' | 'auth', collection: string) => {
  const found = await of
    .database(service)
    .collection(collection)
    .find({}, { raw: true })
    .sort({ _id: 1 })
    .toArray()
  return found.map((one) => Buffer.from(one as unknown as Uint8Array).toString('hex'))
}
const fileOf = (name: string) =>
  path.join(backup, manifest.files.find((one) => one.collection === name)?.path ?? '')

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-copy-'))
  backup = path.join(folder, 'backup')
  spaces = [testNamespace(), testNamespace()]
  ;[shop, target] = (await Promise.all(spaces.map(shopOf))) as [Shop, Shop]
  const users = Array.from({ length: many }, (_, n) => ({ _id: n as never, text: 'x'.repeat(n) }))
  await shop.database('auth').collection('users').insertMany(users)
  await shop.database('order').collection('odd').insertOne(odd)
  await shop.database('order').collection('none').createIndex({ key: 1 })
  // Another shop on the same server, whose prefix begins with that of this one.
  const other = shop.database('auth').client.db(`${spaces[0]?.databasePrefix}_staging_order`)
  await other.collection('orders').insertOne({ of: 'another shop' })
  const sandbox = shop.database('auth').client.db(`${spaces[0]?.databasePrefix}_stripe_sandbox`)
  await sandbox.collection('objects').insertOne({ of: 'the sandbox' })
  ;({ manifest } = await takeBackup(shop, backup))
})
afterAll(async () => {
  await Promise.all([shop.close(), target.close()])
  await Promise.all(spaces.map((space) => space.drop()))
  await rm(folder, { recursive: true })
})

describe('a backup', () => {
  test('when it is recorded, then each database has its time', async () => {
    await recordBackup(shop)
    for (const service of copyOrder) {
      const record = await shop
        .database(service)
        .collection<BackupRecord>(pauseCollection)
        .findOne({ _id: 'backup' })
      expect([service, Date.now() - Number(record?.takenAt) < 600_000]).toEqual([service, true])
    }
  })

  test('when it is restored into empty databases, then every document is byte-identical', async () => {
    const restored = await restoreBackup(target, backup, { force: false })
    expect(restored.documents).toBe(many + 1)
    expect(await bytesOf(target, 'auth', 'users')).toEqual(await bytesOf(shop, 'auth', 'users'))
    expect(await bytesOf(target, 'order', 'odd')).toEqual([Buffer.from(BSON.serialize(odd)).toString('hex')])
  })

  test('when the target contains data, then nothing is changed; with force, all of it is replaced', async () => {
    const users = target.database('auth').collection('users')
    await users.updateOne({ _id: 7 as never }, { $set: { text: 'newer' } })
    await target.database('support').collection('messages').insertOne({ of: 'another time' })
    await expect(restoreBackup(target, backup, { force: false })).rejects.toThrow(/nothing was changed/)
    expect(await users.findOne({ _id: 7 as never })).toMatchObject({ text: 'newer' })
    await restoreBackup(target, backup, { force: true })
    expect(await bytesOf(target, 'auth', 'users')).toEqual(await bytesOf(shop, 'auth', 'users'))
    expect(await target.database('support').collection('messages').countDocuments()).toBe(0)
  })

  test('when the broker of the target contains events, then nothing is changed', async () => {
    const [, space] = spaces as [TestNamespace, TestNamespace]
    await target.broker.publish('', `${space.queuePrefix}order.prank-changed`, Buffer.from('{}'), {
      messageId: 'm',
    })
    await target.database('auth').dropDatabase()
    await target.database('order').dropDatabase()
    await expect(restoreBackup(target, backup, { force: false })).rejects.toThrow(/1 events in the broker/)
    expect(await target.database('auth').collection('users').countDocuments()).toBe(0)
  })

  test('when its folder is not empty, then nothing is written there', async () => {
    await expect(takeBackup(shop, backup)).rejects.toThrow(/not empty/)
    await expect(verifyBackup(backup)).resolves.toEqual(manifest)
  })

  test('when there is a database of a service that is not known here, then there is no backup, and no file', async () => {
    const [{ databasePrefix }] = spaces as [TestNamespace]
    const unknown = shop.database('auth').client.db(`${databasePrefix}_reviews`)
    await unknown.collection('reviews').insertOne({ of: 'a later version' })
    const refused = path.join(folder, 'refused')
    await expect(takeBackup(shop, refused)).rejects.toThrow(new RegExp(`${databasePrefix}_reviews .*--build`))
    await expect(readdir(refused)).rejects.toThrow('ENOENT')
    await unknown.dropDatabase()
  })

  test('when another backup is in progress, then it fails at once and the other continues', async () => {
    const held = await pauseAll(shop)
    const second = path.join(folder, 'second')
    await expect(takeBackup(shop, second)).rejects.toThrow(/Another backup is under way/)
    expect(() => held.check()).not.toThrow()
    await held.end()
  })

  test('when an event is published during the pause, then there is no backup', async () => {
    const [space] = spaces as [TestNamespace]
    const disturbed = path.join(folder, 'disturbed')
    const taking = takeBackup(shop, disturbed)
    let over = false
    const publishing = (async () => {
      for (let n = 0; !over; n++) {
        await shop.broker.publish(
          `${space.queuePrefix}prankpost.events`,
          'contact-saved',
          Buffer.from('{}'),
          { messageId: `${n}` },
        )
        // Without it thousands of messages keep the broker busy, and it confirms them late.
        await sleep(20)
      }
    })()
    await expect(taking).rejects.toThrow(/events were published meanwhile \(contact-saved\)/)
    over = true
    await publishing
    await expect(verifyBackup(disturbed)).rejects.toThrow(/no backup/)
    const request = { _id: 'pause' as never }
    expect(await shop.database('order').collection(pauseCollection).countDocuments(request)).toBe(0)
  })

  test('when a collection has more than documents and indexes, then there is no backup', async () => {
    const database = shop.database('catalog')
    await database.createCollection('capped', { capped: true, size: 4_096 })
    await expect(takeBackup(shop, path.join(folder, 'capped'))).rejects.toThrow(
      /capped is no plain collection/,
    )
    await database.dropCollection('capped')
  })
})

describe('a damaged backup', () => {
  const broken = [
    ['a file is cut off', () => truncate(fileOf('users'), 1_000), /users.bson.gz has 1000 bytes/],
    ['a byte is changed', () => change(fileOf('users')), /users.bson.gz is not as it was written/],
    ['a file is missing', () => rm(fileOf('odd')), /odd.bson.gz is missing/],
    ['the events are missing', () => rm(path.join(backup, messagesFile)), /messages.ndjson.gz is missing/],
    ['it was not finished', () => rm(path.join(backup, 'manifest.json')), /not finished/],
    ['its manifest is cut off', () => truncate(path.join(backup, 'manifest.json'), 100), /cannot be read/],
  ] as const

  test.each(broken)('when %s, then nothing is restored', async (_, breakIt, complaint) => {
    const whole = backup
    backup = path.join(folder, 'broken')
    await rename(whole, backup)
    const kept = await Promise.all(
      [...manifest.files.map((one) => one.path), messagesFile, 'manifest.json'].map(
        async (name) => [name, await readFile(path.join(backup, name))] as const,
      ),
    )
    try {
      await breakIt()
      await expect(restoreBackup(target, backup, { force: true })).rejects.toThrow(complaint)
    } finally {
      for (const [name, content] of kept) await writeFile(path.join(backup, name), content)
      await rename(backup, whole)
      backup = whole
    }
    await expect(verifyBackup(backup)).resolves.toEqual(manifest)
  })
})

test('when a unique key moves to another document during the copy, then the copy has it once, on its last owner', async () => {
  const things = shop
    .database('catalog')
    .collection<{ _id: number; key?: string; owner?: { names: string[] } }>('things')
  await things.createIndex({ key: 1 }, { unique: true, sparse: true })
  await things.createIndex({ 'owner.names': 1 }, { unique: true, sparse: true })
  await things.insertMany(
    Array.from({ length: many }, (_, _id) => ({
      _id,
      key: `key ${_id}`,
      owner: { names: [`a ${_id}`, `b ${_id}`] },
    })),
  )
  const watched = new Proxy(things, {
    get(collection, name) {
      if (name !== 'find') {
        const value = Reflect.get(collection, name)
        return typeof value === 'function' ? value.bind(collection) : value
      }
      return (...args: Parameters<typeof things.find>) => ({
        sort: (order: { _id: 1 }) =>
          (async function* () {
            let n = 0
            for await (const one of collection.find(...args).sort(order)) {
              yield one
              if (++n !== 10) continue
              await things.updateOne({ _id: 1 }, { $unset: { key: 1 } })
              await things.insertOne({ _id: many, key: 'key 1' })
              await things.deleteOne({ _id: 2 })
              await things.insertOne({ _id: many + 1, owner: { names: ['b 2'] } })
            }
          })(),
      })
    },
  })
  const into = path.join(folder, 'unique')
  const copied = await copyCollection(into, 'catalog', watched as never)
  const found = new Map<number, { key?: string }>()
  for await (const one of readDocuments(path.join(into, copied.path))) {
    const { _id, ...rest } = BSON.deserialize(one)
    found.set(_id, rest)
  }
  expect(copied.documents).toBe(many + 1)
  expect(found.size).toBe(many + 1)
  expect(found.get(1)).not.toHaveProperty('key')
  expect(found.has(2)).toBe(false)
  expect(found.get(many)).toMatchObject({ key: 'key 1' })
  expect(found.get(many + 1)).toMatchObject({ owner: { names: ['b 2'] } })
})

async function change(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 500)
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 500)
  await handle.close()
}

test('when a service is added, then its database is copied, too', () => {
  expect(copyOrder.toSorted()).toEqual(serviceNames.toSorted())
})

test('when a service is changed by calls of others, then it is copied after those', () => {
  const calls = [
    ['fulfilment', 'order'],
    ['order', 'payment'],
    ['subscription', 'payment'],
    ['order', 'catalog'],
    ['subscription', 'catalog'],
    ['fulfilment', 'consent'],
    ['order', 'consent'],
  ] as const
  for (const [caller, called] of calls)
    expect(copyOrder.indexOf(caller), called).toBeLessThan(copyOrder.indexOf(called))
})
