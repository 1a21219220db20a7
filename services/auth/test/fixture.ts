import { type InternalClient, unavailable } from '@prankpost/service-kit'
import {
  newId,
  type serveForTest,
  startServiceForTest,
  testAdminPassword,
  testKeys,
} from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

export {
  testAdminPassword as adminPassword,
  testKeys as keys,
  testPublicUrl as publicUrl,
} from '@prankpost/service-kit/testing'

/** Limits that no test reaches unless it sets lower ones. */
const highLimits = {
  ADMIN_FAILURE_LIMIT: 10_000,
  LOGIN_LIMIT: 10_000,
  HASH_WAITING_LIMIT: 1_000,
  HASH_QUEUE_MS: 60_000,
  REGISTRATION_LIMIT: 1_000,
  REGISTRATION_EMAIL_LIMIT: 1_000,
  MAIL_LIMIT: 1_000,
  FORGOT_PASSWORD_LIMIT: 1_000,
  RESET_PASSWORD_LIMIT: 1_000,
  DATA_EXPORT_LIMIT: 1_000,
}

/** A service that gives no answer. */
const noAnswer = async () => Promise.reject(unavailable())
const silent: InternalClient = { get: noAnswer, post: noAnswer }

/** Replicas of auth on a database used by this test file only. Events stay in the outboxes, where tests read them. */
export async function startFixture() {
  const { drop, ...space } = testNamespace()
  const start = (env: Record<string, string | number> = {}) =>
    startServiceForTest(service, space, {
      env: {
        ADMIN_PASSWORD: testAdminPassword,
        SESSION_PRIVATE_KEY: testKeys.private,
        ...highLimits,
        ...env,
      },
      others: { catalog: silent, order: silent, subscription: silent, support: silent, notification: silent },
      broker: 'disconnected',
    })
  const first = await start()
  const replicas = [first]

  return {
    ...first.models,
    links: first.deps.links,
    connection: first.connection,
    /** A replica with its own settings. */
    async replica(env: Record<string, string | number> = {}) {
      const replica = await start(env)
      replicas.push(replica)
      const call = caller(replica)
      return {
        ...replica,
        internal: replica.clientFor('order'),
        notification: replica.clientFor('notification'),
        as: replica.clientFor,
        limits: replica.deps.limits,
        call,
        /** Registers a customer. */
        async customer(email = `${newId()}@customers.test`) {
          const { cookie, body } = await call('POST', '/api/auth/register', { body: person(email) })
          const id = String(body.id)
          const stored = () => first.models.users.findById(id).lean()
          return { id, email, cookie, headers: { cookie }, stored }
        },
      }
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
      await drop({ topology: false })
    },
  }
}

interface CallOptions {
  body?: unknown
  /** The caller as reported by the gateway. */
  from?: string
  headers?: Record<string, string>
}

/** The parts of the response that tests check. */
interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  /** The session cookie as a client sends it back. */
  cookie: string
}

function caller(server: Pick<Awaited<ReturnType<typeof serveForTest>>, 'call'>) {
  return async (method: string, path: string, { body, from, headers }: CallOptions = {}): Promise<Answer> => {
    const answer = await server.call(method, path, {
      body,
      headers: { ...(from === undefined ? {} : { 'x-forwarded-for': from }), ...headers },
    })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { ...answer, body: typeof answer.body === 'string' ? {} : answer.body, cookie }
  }
}

/** A person to register; each e-mail address can be used once. */
export const person = (email: string) => ({
  email,
  password: 'correct horse',
  firstName: 'Pat',
  lastName: 'Potato',
})
