import { testNamespace } from '@prankpost/test-harness'
import mongoose, { type Model, Schema } from 'mongoose'
import { pino } from 'pino'
import {
  createEmitter,
  createOutbox,
  createRelay,
  type Handlers,
  type OutboxDocument,
  outboxFields,
} from '../src/index.ts'
import { connectForTest } from '../src/testing.ts'

/** A minimal document with an outbox. */
export interface Thing extends OutboxDocument {
  _id: string
  name: string
  count: number
}

export const log = pino({ level: 'silent' })
const emit = createEmitter('contact')

const id = 'a'.repeat(24)

/** The event of these tests: contact's `contact-saved`, read by achievement. */
export const contactSaved = (contactId = id) =>
  emit('contact-saved', contactId, {
    contactId,
    ownerId: id,
    created: true,
    savedAt: new Date().toISOString(),
  })

/** Starts a broker connection, and a collection with an outbox and its relay, for one test file. */
export async function startHarness() {
  const space = testNamespace()
  const connection = await mongoose
    .createConnection(space.mongodbUri, { dbName: `${space.databasePrefix}_messaging`, autoIndex: false })
    .asPromise()
  const things: Model<Thing> = connection.model<Thing>(
    'Thing',
    new Schema<Thing>({ _id: String, name: String, count: Number, ...outboxFields }, { versionKey: false }),
  )
  await things.createIndexes()
  const open: (() => Promise<unknown>)[] = []
  const connect = async () => {
    const { amqpUrl: url, queuePrefix } = space
    const broker = await connectForTest('achievement', { url, queuePrefix, log, confirmTimeoutMs: 3_000 })
    open.unshift(() => broker.close())
    return broker
  }
  const broker = await connect()
  const relayOn = (over = broker) =>
    createRelay({
      service: 'contact',
      model: things,
      broker: over,
      log,
      queuePrefix: space.queuePrefix,
      pollMs: 100,
    })
  const relay = relayOn()
  return {
    ...space,
    things,
    broker,
    connect,
    relay,
    relayOn,
    outbox: createOutbox(things, relay.notify),
    /** Runs the given stops, then closes everything that it opened. */
    async close(...stops: (() => Promise<unknown>)[]) {
      for (const stop of stops) await stop()
      await relay.stop()
      for (const closeIt of open) await closeIt()
      await connection.close()
      await space.drop()
    },
  }
}

export const idle = async () => {}
/** Handlers of all other events of achievement. */
export const idleHandlers: Omit<Handlers<'achievement'>, 'contact-saved'> = {
  'order-paid': idle,
  'order-recovered': idle,
  'prank-shipped': idle,
  'subscription-created': idle,
  'subscription-renewed': idle,
  'session-ended': idle,
  'password-changed': idle,
  'sessions-ended': idle,
  'customer-block-changed': idle,
  'customer-export-requested': idle,
  'customer-deletion-requested': idle,
}
