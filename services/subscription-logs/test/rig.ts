import { type SubscriptionLog, subscriptionLogList } from '@prankpost/contracts'
import { testNamespace } from '@prankpost/local-stack'
import { connectBroker, listDeadLetters, type OutboxEntry } from '@prankpost/messaging'
import { consumeForTest } from '@prankpost/messaging/testing'
import {
  connectDatabase,
  createAuditTrail,
  createLogger,
  databaseAnswers,
  deadLetterRoutes,
  ensureIndexes,
  isOutage,
  unauthorized,
} from '@prankpost/service-kit'
import { customerDataForTest, serveForTest, testKeys, testPublicUrl } from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { holdings } from '../src/customer-data.ts'
import { handlers } from '../src/events.ts'
import { createLogModel } from '../src/log.model.ts'

const adminPassword = 'prankmaster'
const service = 'subscription-logs'

/** Subscription-logs on a database and queues that no other test file has, consuming. */
export async function startRig() {
  const space = testNamespace()
  const { queuePrefix } = space
  const log = createLogger(service, 'silent')
  const connection = await connectDatabase(service, {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
  const logs = createLogModel(connection)
  await ensureIndexes(connection)
  const broker = await connectBroker({
    url: space.amqpUrl,
    queuePrefix,
    clientName: 'subscription-logs test',
    log,
  })
  const deps = { logs, log }
  const customerData = customerDataForTest({ service, holdings: holdings(deps), connection, log })
  const consumer = await consumeForTest({
    service,
    handlers: handlers(deps, customerData.customerData),
    broker,
    log,
    queuePrefix,
    isOutage,
  })
  const server = await serveForTest(
    createApp(deps, {
      publicUrl: testPublicUrl,
      sessionPublicKey: testKeys.public,
      adminCheck: async (password) => {
        if (password !== adminPassword) throw unauthorized()
      },
      audit: createAuditTrail({ service, connection, log }),
      deadLetters: deadLetterRoutes({ service, broker, queuePrefix, log }),
      isReady: () => databaseAnswers(connection),
    }),
  )
  const headers = { 'x-admin-password': adminPassword }
  const ask = (path: string) => server.call('GET', `/api/admin/${path}`, { headers })
  const list = async (query = '') => subscriptionLogList.parse((await ask(`subscription-logs?${query}`)).body)

  return {
    customerData,
    ...space,
    connection,
    logs,
    call: server.call,
    ask,
    deliver: consumer.deliver,
    deliverRaw: consumer.deliverRaw,
    list,
    /** What the operator reads of one plan, the latest first. */
    async logOf(planId: string): Promise<SubscriptionLog[]> {
      return (await list(`limit=200&q=${planId}`)).items
    },
    /** All entries as they are stored, in their order. */
    stored: () => logs.find().sort({ _id: 1 }).lean(),
    /** Delivers events one after the other; answers the names of the errors that came of it. */
    async deliverAll(...events: OutboxEntry[]): Promise<string[]> {
      const errors: string[] = []
      for (const event of events) {
        const error = await consumer.deliver(event)
        if (error !== null) errors.push(error.name)
      }
      return errors
    },
    deadLetters: () => listDeadLetters({ broker, queuePrefix, service, event: 'subscription-created' }),
    async close() {
      await server.close()
      await consumer.stop()
      await broker.close()
      await connection.close()
      await space.drop()
    },
  }
}
