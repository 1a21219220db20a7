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
import { serveForTest, testKeys, testPublicUrl } from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
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
  const stops: (() => Promise<void>)[] = []

  return {
    messages,
    connection,
    async replica({ limit = 1_000, limitOfEmail = 1_000 } = {}) {
      const limits = createLimitStore(connection)
      await limits.prepare()
      const log = createLogger('support', 'silent')
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
