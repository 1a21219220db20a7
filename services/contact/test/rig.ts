import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testNamespace } from '@prankpost/local-stack'
import { connectBroker, createOutbox, createRelay } from '@prankpost/messaging'
import {
  closeServer,
  connectDatabase,
  createAdminCheck,
  createInternalClient,
  createLogger,
  ensureIndexes,
  listen,
} from '@prankpost/service-kit'
import { createApp } from '../src/app.ts'
import { createContactModel } from '../src/contact.model.ts'
import type { Deps } from '../src/deps.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const secret = 'a secret of the services, for tests alone'
const log = createLogger('contact', 'silent')
export const adminPassword = 'prankmaster'
export const publicUrl = 'http://store.test'

/** An id such as the databases make. */
export const newId = () => randomBytes(12).toString('hex')

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
  const authServer = await startAuth()
  const auth = createInternalClient({ from: 'contact', to: 'auth', urls: [authServer.url], secret })
  const app = createApp(deps, {
    log,
    publicUrl,
    sessionPublicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    serviceTokenSecret: secret,
    adminCheck: createAdminCheck(auth),
    isReady: async () => true,
  })
  const server = await listen(app, { HOST: '127.0.0.1', PORT: 0 })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    deps,
    relay,
    broker,
    queuePrefix: space.queuePrefix,
    internal: createInternalClient({ from: 'order', to: 'contact', urls: [url], secret }),
    /** Calls as the signed-in owner, or as a guest. */
    async call(method: string, path: string, { owner, body, headers }: CallOptions = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(owner === undefined ? {} : { cookie: `prankpost_session=${session(owner)}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
    async close() {
      await relay.stop()
      await Promise.all([closeServer(server), authServer.close(), broker.close()])
      await connection.close()
      await space.drop()
    },
  }
}

interface CallOptions {
  owner?: string
  body?: unknown
  headers?: Record<string, string>
}

function session(owner: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: owner, email: 'a@b.co', firstName: 'A', lastName: 'B', iss: 'auth', aud: 'prankpost' }
  const text = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode({ ...claims, iat: now, exp: now + 60 })}`
  const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
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
