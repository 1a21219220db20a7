import type { DeletionReceipt, MailLink } from '@prankpost/contracts'
import { testNamespace } from '@prankpost/local-stack'
import { connectBroker, createEmitter, listDeadLetters, type OutboxEntry } from '@prankpost/messaging'
import { consumeForTest } from '@prankpost/messaging/testing'
import {
  connectDatabase,
  createAuditTrail,
  createLogger,
  deadLetterRoutes,
  ensureIndexes,
  type InternalClient,
  isOutage,
  notFound,
  unauthorized,
  unavailable,
} from '@prankpost/service-kit'
import {
  customerDataForTest,
  newId,
  serveForTest,
  testKeys,
  testPublicUrl,
} from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { holdings } from '../src/customer-data.ts'
import type { Deps } from '../src/deps.ts'
import { handlers } from '../src/events.ts'
import { createMailModel } from '../src/mail.model.ts'
import { createMailer } from '../src/mailer.ts'
import { startPostOffice } from './post-office.ts'

export const adminPassword = 'prankmaster'
const service = 'notification'

/** Answers what auth would. */
function standInForAuth() {
  const state = {
    accounts: new Map<string, { email: string; firstName: string; emailVerified: boolean }>(),
    /** Links that have no use any more, by user id. */
    settled: new Set<string>(),
    isAway: false,
    /** What is to be mailed of a deletion. */
    receipt: null as DeletionReceipt | null,
    asked: [] as unknown[],
  }
  const client: InternalClient = {
    async get(path, schema) {
      if (state.isAway) throw unavailable()
      if (path.startsWith('/internal/deletion-receipts/')) return schema.parse(state.receipt) as never
      const account = state.accounts.get(path.replace('/internal/users/', ''))
      if (account === undefined) throw notFound()
      return schema.parse(account)
    },
    async post(path, schema, body) {
      if (state.isAway) throw unavailable()
      if (path.endsWith('/sent')) {
        state.receipt = null
        return schema.parse({ forgotten: true }) as never
      }
      state.asked.push(body)
      return schema.parse(linkFor(body as { userId: string; purpose: string })) as never
    },
  }
  const linkFor = ({ userId, purpose }: { userId: string; purpose: string }): MailLink => {
    const account = state.accounts.get(userId)
    if (account === undefined || state.settled.has(userId)) return null
    const url = `${testPublicUrl}/${purpose}#token=the-secret-of-${userId}`
    return { to: account.email, url, expiresAt: '2027-03-04T14:05:00.000Z' }
  }
  return { state, client }
}

/** Notification on a database, queues and a mail server of its own, consuming; auth is a stand-in. */
export async function startRig() {
  const space = testNamespace()
  const { queuePrefix } = space
  const log = createLogger(service, 'silent')
  const connection = await connectDatabase(service, {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
  const mails = createMailModel(connection)
  await ensureIndexes(connection)
  const broker = await connectBroker({ url: space.amqpUrl, queuePrefix, clientName: `${service} test`, log })
  const postOffice = await startPostOffice()
  const { state: auth, client } = standInForAuth()

  const customerData = customerDataForTest({ service, holdings: holdings({ mails }), connection, log })

  /** One of the processes that share the work, with connections to the mail server of its own. */
  const replica = () => {
    const mailer = createMailer({ url: postOffice.url, from: 'PrankPost <hello@prankpost.test>' })
    const deps: Deps = { mails, mailer, auth: client, publicUrl: testPublicUrl, log }
    return { mailer, handlers: handlers(deps, customerData.customerData) }
  }
  const own = replica()
  const consumer = await consumeForTest({
    service,
    handlers: own.handlers,
    broker,
    log,
    queuePrefix,
    isOutage,
    outagePauseMs: 100,
  })
  const server = await serveForTest(
    createApp({
      log,
      publicUrl: testPublicUrl,
      sessionPublicKey: testKeys.public,
      adminCheck: async (password) => {
        if (password !== adminPassword) throw unauthorized()
      },
      audit: createAuditTrail({ service, connection, log }),
      deadLetters: deadLetterRoutes({ service, broker, queuePrefix, log }),
      isReady: async () => true,
    }),
  )

  return {
    auth,
    customerData,
    mails,
    postOffice,
    replica,
    deliver: consumer.deliver,
    call: server.call,
    mailOf: ({ id }: OutboxEntry) => mails.findOne({ _id: id }).lean(),
    deadLetters: () => listDeadLetters({ broker, queuePrefix, service, event: 'mail-link-requested' }),
    /** A customer whom auth knows. */
    customer(firstName = 'Pat') {
      const id = newId()
      const email = `${id}@customers.test`
      auth.accounts.set(id, { email, firstName, emailVerified: false })
      return { id, email, firstName }
    },
    async close() {
      await server.close()
      await consumer.stop()
      await own.mailer.stop()
      await postOffice.close()
      await broker.close()
      await connection.close()
      await space.drop()
    },
  }
}

const emit = createEmitter('auth')

/** Auth's events. */
export const linkRequested = (
  userId: string,
  purpose: 'verify-email' | 'reset-password' = 'verify-email',
): OutboxEntry =>
  emit('mail-link-requested', userId, { userId, purpose, requestedAt: new Date().toISOString() })
export const passwordChanged = (ownerId: string): OutboxEntry =>
  emit('password-changed', ownerId, { ownerId, changedAt: '2027-03-04T14:05:00.000Z' })
