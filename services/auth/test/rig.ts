import type { ServiceName } from '@prankpost/contracts'
import { testNamespace } from '@prankpost/local-stack'
import { createOutbox } from '@prankpost/messaging'
import {
  connectDatabase,
  createAuditTrail,
  createInternalClient,
  createLogger,
  createTurns,
  databaseAnswers,
  ensureIndexes,
} from '@prankpost/service-kit'
import { serveForTest, testKeys, testPublicUrl, testServiceKeys } from '@prankpost/service-kit/testing'
import { createApp } from '../src/app.ts'
import { createCustomerExportModel, createExportPartModel } from '../src/data-export.model.ts'
import { createEndedSessionModel } from '../src/ended-session.model.ts'
import { handlers } from '../src/events.ts'
import { createLimits, type LimitSettings } from '../src/limits.ts'
import { createMailLinks } from '../src/mail-links.ts'
import { createPasswords } from '../src/passwords.ts'
import { createUserModel } from '../src/user.model.ts'

export { testKeys as keys, testPublicUrl as publicUrl } from '@prankpost/service-kit/testing'
export const adminPassword = 'prankmaster'

interface ReplicaOptions extends Partial<LimitSettings> {
  publicUrl?: string
}

/** Limits that no test reaches unless it asks for less. */
const generous: LimitSettings = {
  adminFailures: 10_000,
  loginFailures: 20,
  registrations: 1_000,
  registrationsOfEmail: 1_000,
  mails: 1_000,
  forgottenPasswords: 1_000,
  passwordResets: 1_000,
  exports: 1_000,
}

/** Replicas of auth on one database that no other test file has. Events stay in the outboxes, to be looked at. */
export async function startRig() {
  const space = testNamespace()
  const connection = await connectDatabase('auth', {
    MONGODB_URI: space.mongodbUri,
    DATABASE_PREFIX: space.databasePrefix,
  })
  const users = createUserModel(connection)
  const dataExports = createCustomerExportModel(connection)
  const exportParts = createExportPartModel(connection)
  const endedSessions = createEndedSessionModel(connection)
  const log = createLogger('auth', 'silent')
  const stops: (() => Promise<void>)[] = []
  const linksOf = (publicUrl: string) => createMailLinks({ privateKey: testKeys.private, publicUrl })

  return {
    users,
    dataExports,
    exportParts,
    endedSessions,
    links: linksOf(testPublicUrl),
    connection,
    async replica({ publicUrl = testPublicUrl, ...settings }: ReplicaOptions = {}) {
      const limits = createLimits(connection, { ...generous, ...settings })
      await limits.prepare()
      const deps = {
        users,
        outbox: createOutbox(users, () => undefined),
        endedSessions,
        sessionOutbox: createOutbox(endedSessions, () => undefined),
        dataExports,
        exportOutbox: createOutbox(dataExports, () => undefined),
        exportParts,
        limits,
        links: linksOf(publicUrl),
        passwords: await createPasswords(),
        adminPassword,
        audit: createAuditTrail({ service: 'auth', connection, log }),
        inTurn: createTurns(),
        log,
      }
      await ensureIndexes(connection)
      const app = createApp(deps, {
        log,
        publicUrl,
        sessionPublicKey: testKeys.public,
        sessionPrivateKey: testKeys.private,
        servicePublicKeys: testServiceKeys.publicKeys,
        deadLetters: [],
        isReady: () => databaseAnswers(connection),
      })
      const server = await serveForTest(app)
      stops.push(() => server.close())
      const clientOf = (from: ServiceName) =>
        createInternalClient({
          from,
          to: 'auth',
          urls: [server.url],
          privateKey: testServiceKeys.privateKey,
        })
      return {
        url: server.url,
        internal: clientOf('order'),
        notification: clientOf('notification'),
        as: clientOf,
        handlers: handlers(deps),
        limits,
        call: caller(server),
      }
    },
    async close() {
      for (const stop of stops) await stop()
      await connection.close()
      await space.drop({ topology: false })
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
