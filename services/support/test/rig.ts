import { testNamespace } from '@prankpost/local-stack'
import {
  connectDatabase,
  createAuditTrail,
  createLimitStore,
  createLogger,
  databaseAnswers,
  ensureIndexes,
  unauthorized,
} from '@prankpost/service-kit'
import { customerDataForTest, serveForTest, testKeys, testPublicUrl } from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { holdings } from '../src/customer-data.ts'
import { handlers } from '../src/events.ts'
import { createMessageModel } from '../src/message.model.ts'

export const adminPassword = 'prankmaster'

/** Replicas of support on a database that no other test file has. */
export async function startRig() {
  const space = testNamespace()
  const connection = await connectDatabase('support', {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
  const messages = createMessageModel(connection)
  await ensureIndexes(connection)
  const log = createLogger('support', 'silent')
  const customerData = customerDataForTest({
    service: 'support',
    holdings: holdings({ messages }),
    connection,
    log,
  })
  const stops: (() => Promise<void>)[] = []

  return {
    messages,
    connection,
    customerData,
    handlers: handlers(customerData.customerData),
    async replica({ limit = 1_000, limitOfEmail = 1_000 } = {}) {
      const limits = createLimitStore(connection)
      await limits.prepare()
      const app = createApp(
        {
          messages,
          submissions: limits.limit('contact-submit', limit, 10),
          submissionsOfEmail: limits.limit('contact-submit-email', limitOfEmail, 10),
        },
        {
          log,
          publicUrl: testPublicUrl,
          sessionPublicKey: testKeys.public,
          adminCheck: async (password) => {
            if (password !== adminPassword) throw unauthorized()
          },
          audit: createAuditTrail({ service: 'support', connection, log }),
          deadLetters: [],
          isReady: () => databaseAnswers(connection),
        },
      )
      const server = await serveForTest(app)
      stops.push(server.close)
      return server.call
    },
    async close() {
      for (const stop of stops) await stop()
      await connection.close()
      await space.drop({ topology: false })
    },
  }
}
