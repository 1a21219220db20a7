import { setTimeout as delay } from 'node:timers/promises'
import { startServiceForTest } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

/** Catalog on its own database and queues; events are sent when a test starts the relay. */
export async function startFixture() {
  const space = testNamespace()
  const catalog = await startServiceForTest({ ...service, prepare: undefined }, space)
  return {
    ...catalog,
    ...catalog.deps,
    database: { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix },
    internal: catalog.clientFor('order'),
    /** The next prank-changed in the queue of order; undefined when there is none. */
    received: () =>
      catalog.broker.withChannel(async (channel) => {
        const message = await channel.get(`${space.queuePrefix}order.prank-changed`, { noAck: true })
        return message === false ? undefined : JSON.parse(message.content.toString()).data
      }),
    async close() {
      await catalog.close()
      await space.drop()
    },
  }
}

/** Polls until there is a result; fails after 20 s. */
export async function eventually<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error('it did not come about within 20 s')
    await delay(20)
  }
}
