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
  }
}
