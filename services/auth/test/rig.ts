import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { testNamespace } from '@prankpost/local-stack'
import {
  closeServer,
  connectDatabase,
  createInternalClient,
  createLogger,
  databaseAnswers,
  ensureIndexes,
  listen,
} from '@prankpost/service-kit'
import { createApp } from '../src/app.ts'
import { createLimits } from '../src/limits.ts'
import { createPasswords } from '../src/passwords.ts'
import { createTurns } from '../src/turns.ts'
import { createUserModel } from '../src/user.model.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** The keys that sessions of these tests are signed with. */
export const keys = {
  private: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
}
export const adminPassword = 'prankmaster'
export const publicUrl = 'http://store.test'
const secret = 'a secret of the services, for tests alone'

interface ReplicaOptions {
  publicUrl?: string
  loginFailures?: number
  registrations?: number
}

/** Replicas of auth on one database that no other test file has. */
export async function startRig() {
  const space = testNamespace()
  const connection = await connectDatabase('auth', {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
  const users = createUserModel(connection)
  await ensureIndexes(connection)
  const stops: (() => Promise<void>)[] = []

  return {
    users,
    connection,
    async replica({ loginFailures = 20, registrations = 1_000, ...options }: ReplicaOptions = {}) {
      const limits = createLimits(connection, { loginFailures, registrations })
      await limits.prepare()
      const app = createApp(
        { users, limits, passwords: await createPasswords(), adminPassword, inTurn: createTurns() },
        {
          log: createLogger('auth', 'silent'),
          publicUrl: options.publicUrl ?? publicUrl,
          sessionPublicKey: keys.public,
          sessionPrivateKey: keys.private,
          serviceTokenSecret: secret,
          isReady: () => databaseAnswers(connection),
        },
      )
      const server = await listen(app, { HOST: '127.0.0.1', PORT: 0 })
      stops.push(() => closeServer(server))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const internal = createInternalClient({ from: 'order', to: 'auth', urls: [url], secret })
      return { url, internal, limits, call: caller(url) }
    },
    async close() {
      for (const stop of stops) await stop()
      await connection.close()
      await space.drop()
    },
  }
}

interface CallOptions {
  body?: unknown
  /** Who the gateway says is calling. */
  from?: string
  headers?: Record<string, string>
}

/** What came back, as far as tests look at it. */
export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  /** The session cookie as a client sends it back. */
  cookie: string
}

function caller(url: string) {
  return async (method: string, path: string, { body, from, headers }: CallOptions = {}): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : {},
      cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
    }
  }
}

/** Somebody to register; each e-mail address can be had once. */
export const person = (email: string) => ({
  email,
  password: 'correct horse',
  firstName: 'Pat',
  lastName: 'Potato',
})
