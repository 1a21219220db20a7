import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testNamespace } from '@prankpost/local-stack'
import { connectBroker, createOutbox, createRelay } from '@prankpost/messaging'
import {
  closeServer,
  connectDatabase,
  createAdminCheck,
  createAuditTrail,
  createEndedSessions,
  createInternalClient,
  createLogger,
  deadLetterRoutes,
  ensureIndexes,
} from '@prankpost/service-kit'
import {
  type CallOptions,
  customerDataForTest,
  newCustomer,
  newId,
  serveForTest,
  testKeys,
  testPublicUrl,
  testServiceKeys,
} from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { createContactModel } from '../src/contact.model.ts'
import { holdings } from '../src/customer-data.ts'
import type { Deps } from '../src/deps.ts'
import { handlers } from '../src/events.ts'

const log = createLogger('contact', 'silent')
export const adminPassword = 'prankmaster'
export { newId, testPublicUrl as publicUrl }

/** A complete form. */
export const target = {
  name: 'Gerald Snail',
  address: '1 Garden Path',
  city: 'Springfield',
  state: 'or',
  zipCode: '97477',
  profilePicture: 'clown',
}

/** Contact on a database, queues and a stand-in for auth of its own. The relay starts when a test wants it. */
export async function startRig() {
  const space = testNamespace()
  const database = { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix }
  const connection = await connectDatabase('contact', database)
  const contacts = createContactModel(connection)
  const endedSessions = createEndedSessions({ connection, log })
  await ensureIndexes(connection)
  const broker = await connectBroker({
    url: space.amqpUrl,
    queuePrefix: space.queuePrefix,
    clientName: 'contact test',
    log,
  })
  const relay = createRelay({
    service: 'contact',
    model: contacts,
    broker,
    log,
    queuePrefix: space.queuePrefix,
    pollMs: 50,
  })
  // Without a nudge events stay in the outbox until a test starts the relay.
  const deps: Deps = { contacts, outbox: createOutbox(contacts, () => undefined) }
  const customerData = customerDataForTest({
    service: 'contact',
    holdings: holdings(deps),
    connection,
    log,
    sessions: endedSessions,
  })
  const authServer = await startAuth()
  const auth = createInternalClient({
    from: 'contact',
    to: 'auth',
    urls: [authServer.url],
    privateKey: testServiceKeys.privateKey,
  })
  const app = createApp(deps, {
    log,
    publicUrl: testPublicUrl,
    sessionPublicKey: testKeys.public,
    endedSessions,
    servicePublicKeys: testServiceKeys.publicKeys,
    adminCheck: createAdminCheck(auth),
    audit: createAuditTrail({ service: 'contact', connection, log }),
    deadLetters: deadLetterRoutes({ service: 'contact', broker, queuePrefix: space.queuePrefix, log }),
    isReady: async () => true,
  })
  const server = await serveForTest(app)

  return {
    customerData,
    handlers: handlers(endedSessions, customerData.customerData),
    deps,
    connection,
    relay,
    broker,
    queuePrefix: space.queuePrefix,
    internal: createInternalClient({
      from: 'order',
      to: 'contact',
      urls: [server.url],
      privateKey: testServiceKeys.privateKey,
    }),
    /** Calls as the signed-in owner, or as a guest. */
    call: (method: string, path: string, { owner, ...options }: CallOptions & { owner?: string } = {}) =>
      server.call(method, path, { ...options, ...(owner && { as: newCustomer({ id: owner }) }) }),
    async close() {
      await relay.stop()
      await Promise.all([server.close(), authServer.close(), broker.close()])
      await connection.close()
      await space.drop()
    },
  }
}

/** Answers like auth's /internal/admin-password. */
async function startAuth() {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const { password } = JSON.parse(Buffer.concat(chunks).toString())
    res
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ valid: password === adminPassword }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => closeServer(server) }
}
