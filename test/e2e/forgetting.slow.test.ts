import { type Stack, startStack, until } from '@prankpost/test-harness'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveTraces, marked, setStatus } from '../support/customers-traces.ts'
import { documentsOf, logsOf, waitingMessages } from '../support/outputs/gather.ts'
import { findCanaries } from '../support/outputs/scanner.ts'

const customer = marked()
const { targetName, targetStreet, targetCity, sentName, sentStreet, sentMessage, guestTarget } =
  customer.words
/** What identifies the recipients of parcels that were sent. */
const recipients = { targetName, targetStreet, targetCity, sentName, sentStreet, sentMessage, guestTarget }
let stack: Stack
let traces: Awaited<ReturnType<typeof leaveTraces>>
beforeAll(async () => {
  stack = await startStack({ env: { all: { FORGET_SWEEP_EVERY_MS: '300' } } })
  traces = await leaveTraces(stack, customer)
}, 180_000)
afterAll(() => stack.stop())

const stored = async () => findCanaries(recipients, await documentsOf(stack))

/** Moves all times of what was bought and sent, as if these days had passed. */
async function passDays(days: number) {
  const client = new MongoClient(stack.mongodbUri)
  const earlier = (value: unknown): unknown => {
    if (value instanceof Date) return new Date(value.getTime() - days * 86_400_000)
    if (Array.isArray(value)) return value.map(earlier)
    const isPlain = typeof value === 'object' && value !== null && value.constructor === Object
    return isPlain
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, earlier(one)]))
      : value
  }
  for (const [database, name] of [
    ['order', 'orders'],
    ['fulfilment', 'shipments'],
    ['subscription_logs', 'logs'],
  ] as const) {
    const collection = client.db(`${stack.databasePrefix}_${database}`).collection(name)
    for (const document of await collection.find().toArray())
      await collection.replaceOne({ _id: document._id }, earlier(document) as Document)
  }
  await client.close()
}

test('when the parcels were sent long ago then no database, queue or log identifies a recipient, and the history says so', async () => {
  const { shopper, sent } = traces
  await until(async () => (await setStatus(stack, sent.orderId, 'delivered')).status === 200)
  await until(async () => (await waitingMessages(stack)) === 0)
  // Each canary is stored somewhere, so a later search can find it if it remains.
  const before = await stored()
  const missing = Object.keys(recipients).filter(
    (name) => !before.some((line) => line.startsWith(`${name} in`)),
  )
  expect(missing).toEqual([])
  expect((await shopper.history()).some((entry) => entry.addressForgottenAt)).toBe(false)

  await passDays(62)
  // The address book is the customer's own list: it keeps a target until the customer deletes it.
  const inAddressBook = (line: string) => line.includes(' in document contact.contacts ')
  await until(async () => (await stored()).every(inAddressBook))
  const [target] = (await shopper.call('GET', '/api/contacts')).body
  expect(target.name).toBe(targetName)
  await shopper.insist('DELETE', `/api/contacts/${target.id}`, undefined, 204)
  expect(await stored()).toEqual([])
  await until(async () => (await waitingMessages(stack)) === 0)
  expect(findCanaries(recipients, await logsOf(stack))).toEqual([])

  const history = await shopper.history()
  const forgotten = history.filter((entry) => entry.addressForgottenAt)
  expect(forgotten.map(({ contactName }) => contactName)).toEqual(['Forgotten', 'Forgotten'])
  // What was not sent keeps its address.
  expect(
    history.find(({ contactName }) => contactName === customer.words.dueName)?.addressForgottenAt,
  ).toBeNull()
}, 120_000)
