import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { testNamespace } from '@prankpost/local-stack'
import { connectBroker, createOutbox, createRelay } from '@prankpost/messaging'
import {
  closeServer,
  connectDatabase,
  createInternalClient,
  createLogger,
  ensureIndexes,
  listen,
} from '@prankpost/service-kit'
import { testServiceKeys } from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { createPrankModel } from '../src/prank.model.ts'

const log = createLogger('catalog', 'silent')

/** Catalog on a database and queues of its own; events go out when a test starts the relay. */
export async function startRig() {
  const space = testNamespace()
  const database = { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix }
  const connection = await connectDatabase('catalog', database)
  const pranks = createPrankModel(connection)
  await ensureIndexes(connection)
  const broker = await connectBroker({
    url: space.amqpUrl,
    queuePrefix: space.queuePrefix,
    clientName: 'catalog test',
    log,
  })
  const relay = createRelay({
    service: 'catalog',
    model: pranks,
    broker,
    log,
    queuePrefix: space.queuePrefix,
    pollMs: 50,
  })
  const options = {
    log,
    publicUrl: 'http://store.test',
    sessionPublicKey: '',
    servicePublicKeys: testServiceKeys.publicKeys,
    isReady: async () => true,
  }
  const server = await listen(createApp({ pranks }, options), { HOST: '127.0.0.1', PORT: 0 })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    database,
    pranks,
    outbox: createOutbox(pranks, () => undefined),
    relay,
    internal: createInternalClient({
      from: 'order',
      to: 'catalog',
      urls: [url],
      privateKey: testServiceKeys.privateKey,
    }),
    /** The next prank-changed that order would get; undefined when there is none. */
    received: () =>
      broker.withChannel(async (channel) => {
        const message = await channel.get(`${space.queuePrefix}order.prank-changed`, { noAck: true })
        return message === false ? undefined : JSON.parse(message.content.toString()).data
      }),
    async close() {
      await relay.stop()
      await Promise.all([closeServer(server), broker.close()])
      await connection.close()
      await space.drop()
    },
  }
}

/** Looks until there is something to see; fails after 10 s. */
export async function eventually<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error('it did not come about within 10 s')
    await delay(20)
  }
}
