import { testNamespace } from '@prankpost/local-stack'
import {
  connectDatabase,
  createInternalClient,
  createLogger,
  databaseAnswers,
  ensureIndexes,
} from '@prankpost/service-kit'
import { serveForTest, testKeys, testPublicUrl, testSecret } from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { createLimits } from '../src/limits.ts'
import { createPasswords } from '../src/passwords.ts'
import { createTurns } from '../src/turns.ts'
import { createUserModel } from '../src/user.model.ts'

export { testKeys as keys, testPublicUrl as publicUrl } from '@prankpost/service-kit/testing'
export const adminPassword = 'prankmaster'

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
          publicUrl: options.publicUrl ?? testPublicUrl,
          sessionPublicKey: testKeys.public,
          sessionPrivateKey: testKeys.private,
          serviceTokenSecret: testSecret,
          isReady: () => databaseAnswers(connection),
        },
      )
      const server = await serveForTest(app)
      stops.push(() => server.close())
      const internal = createInternalClient({
        from: 'order',
        to: 'auth',
        urls: [server.url],
        secret: testSecret,
      })
      return { url: server.url, internal, limits, call: caller(server) }
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
interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  /** The session cookie as a client sends it back. */
  cookie: string
}

function caller(server: Awaited<ReturnType<typeof serveForTest>>) {
  return async (method: string, path: string, { body, from, headers }: CallOptions = {}): Promise<Answer> => {
    const answer = await server.call(method, path, {
      body,
      headers: { ...(from === undefined ? {} : { 'x-forwarded-for': from }), ...headers },
    })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { ...answer, body: typeof answer.body === 'string' ? {} : answer.body, cookie }
  }
}

/** Somebody to register; each e-mail address can be had once. */
export const person = (email: string) => ({
  email,
  password: 'correct horse',
  firstName: 'Pat',
  lastName: 'Potato',
})
