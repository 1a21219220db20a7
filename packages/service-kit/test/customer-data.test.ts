import type { Broker } from '@prankpost/messaging'
import { testNamespace } from '@prankpost/test-harness'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectDatabase, ensureIndexes } from '../src/data/database.ts'
import { createLogger } from '../src/ops/log.ts'
import { createCustomerData } from '../src/personal-data/customer-data.ts'
import type { Erasure } from '../src/personal-data/erasure.model.ts'
import { deletionRequested, eventOf, newId, standInForAuth } from '../src/testing/index.ts'

const service = 'contact'
const log = createLogger(service, 'silent')
const space = testNamespace()
const connection = await connectDatabase(service, {
  MONGODB_URI: space.mongodbUri,
  DATABASE_PREFIX: space.databasePrefix,
})
afterAll(async () => {
  await connection.close()
  await space.drop({ topology: false })
})

/** The owners whose data cannot be erased now, and the owners whose data was erased, in order. */
const failing = new Set<string>()
let erased: string[] = []
const { guard, check } = createCustomerData({
  service,
  personalData: {
    collect: async function* () {},
    count: async () => [],
    async erase({ ownerId }) {
      if (failing.has(ownerId)) throw new Error(`cannot erase ${ownerId}`)
      erased.push(ownerId)
      return { done: true }
    },
  },
  connection,
  broker: { isReady: () => false } as Broker,
  auth: standInForAuth().client,
  log,
})
await ensureIndexes(connection)
const idle = async () => {}
const handlers = guard({
  'session-ended': idle,
  'sessions-ended': idle,
  'password-changed': idle,
  'customer-block-changed': idle,
})
const erasures = connection.collection<Erasure>('erasures')

beforeEach(async () => {
  failing.clear()
  await erasures.deleteMany({})
})

/** Deletes accounts whose data is due to be erased again, oldest first. Returns their owners. */
async function deleteAccounts(count: number): Promise<string[]> {
  const owners = Array.from({ length: count }, newId)
  for (const [n, ownerId] of owners.entries()) {
    await handlers['customer-deletion-requested'](eventOf(deletionRequested(ownerId)))
    await erasures.updateOne({ _id: ownerId }, { $set: { lookAt: new Date(n) } })
  }
  erased = []
  return owners
}

test('when one erasure fails then the others of the batch are done, and the failure is reported', async () => {
  const owners = await deleteAccounts(3)
  failing.add(owners[0] ?? '')
  await expect(check()).rejects.toThrow(`cannot erase ${owners[0]}`)
  expect(erased).toEqual(owners.slice(1))
  expect((await erasures.findOne({ _id: owners[1] ?? '' }))?.lookAt).toBeUndefined()

  // It is retried later, and never before those that are due.
  expect((await erasures.findOne({ _id: owners[0] ?? '' }))?.lookAt?.getTime()).toBeGreaterThan(Date.now())
  failing.clear()
  await erasures.updateOne({ _id: owners[0] ?? '' }, { $set: { lookAt: new Date(0) } })
  expect(await check()).toBe(false)
  expect(erased).toEqual([...owners.slice(1), owners[0]])
})

test('when a whole batch of erasures fails then the next batch erases the others', async () => {
  const owners = await deleteAccounts(55)
  for (const ownerId of owners.slice(0, 50)) failing.add(ownerId)
  await expect(check()).rejects.toThrow('cannot erase')
  expect(await check()).toBe(false)
  expect(erased).toEqual(owners.slice(50))
})

test('when late events of several erased customers arrive at once and one fails then only that event fails', async () => {
  const owners = await deleteAccounts(3)
  failing.add(owners[1] ?? '')
  const outcomes = await Promise.allSettled(
    owners.map((ownerId) => handlers['password-changed']({ data: { ownerId } } as never)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(erased.toSorted()).toEqual([owners[0], owners[2]].toSorted())
})

test('when an erasure fails until its message is a dead letter then the sweep finishes it, and answers once', async () => {
  const ownerId = newId()
  const deletion = eventOf(deletionRequested(ownerId))
  const stored = () => erasures.findOne({ _id: ownerId })
  const makeDue = () => erasures.updateOne({ _id: ownerId }, { $set: { lookAt: new Date(0) } })
  failing.add(ownerId)
  await expect(handlers['customer-deletion-requested'](deletion)).rejects.toThrow(`cannot erase ${ownerId}`)
  expect((await stored())?.lookAt?.getTime()).toBeGreaterThan(Date.now())
  await makeDue()
  await expect(check()).rejects.toThrow(`cannot erase ${ownerId}`)
  expect(await stored()).toMatchObject({ answeredAt: null, outbox: [] })

  failing.clear()
  await makeDue()
  await check()
  const answered = await stored()
  expect(answered?.outbox.map(({ type }) => type)).toEqual(['contact-data-erased'])
  expect(answered?.lookAt?.getTime()).toBeGreaterThan(Date.now())

  // The dead letter is replayed, and the next rounds erase again.
  await handlers['customer-deletion-requested'](deletion)
  await makeDue()
  await check()
  expect(await stored()).toMatchObject({ answeredAt: answered?.answeredAt, outbox: answered?.outbox })
  expect((await stored())?.lookAt).toBeUndefined()
})
