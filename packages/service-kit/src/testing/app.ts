import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serviceNames, sessionCookie } from '@prankpost/contracts'
import type { Express } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import type { SessionUser } from '../auth/session.ts'
import { createHttpApp } from '../http/http-app.ts'
import { type AccessChecks, mountRoutes, type Route } from '../http/routes.ts'
import { listen } from '../http/serve.ts'
import { createLogger } from '../ops/log.ts'

/** The public URL of the shop in the tests of all services. */
export const testPublicUrl = 'http://store.test'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** The keys that test sessions are signed with, as PEM. */
export const testKeys = {
  private: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
}

/** The keys with which services sign their calls in tests: all services have the same. */
export const testServiceKeys = {
  privateKey: testKeys.private,
  publicKeys: Object.fromEntries(serviceNames.map((name) => [name, testKeys.public])),
}

/** A new id in the format of the database. */
export const newId = () => randomBytes(12).toString('hex')

/** A new customer with a unique id and e-mail address. */
export function newCustomer(over: Partial<SessionUser> = {}): SessionUser {
  const id = newId()
  return { id, email: `${id}@customers.test`, firstName: 'Pat', lastName: 'Potato', ...over }
}

/** The properties of a session that a test may set. */
export interface TestSession {
  sessionId?: string
  passwordSetAt?: Date
}

/** The cookie of a signed-in customer, as auth would set it. */
export function cookieOf(
  { id, ...names }: SessionUser,
  { sessionId = randomUUID(), passwordSetAt = new Date() }: TestSession = {},
): string {
  const claims = { ...names, passwordSetAt: passwordSetAt.getTime() }
  const options = {
    jwtid: sessionId,
    algorithm: 'ES256',
    issuer: 'auth',
    audience: 'prankpost',
    subject: id,
    expiresIn: 60,
  } as const
  return `${sessionCookie}=${jsonwebtoken.sign(claims, testKeys.private, options)}`
}

/** The customer, body and headers of a test's call. A body that is a string is sent unchanged. */
export interface CallOptions {
  as?: SessionUser
  body?: unknown
  headers?: Record<string, string>
}

/** The response to a test's call. */
export interface TestAnswer {
  status: number
  headers: Headers
  body: ReturnType<typeof JSON.parse>
}

/** Serves an app on a free port of this machine until `close`. */
export async function serveForTest(app: Express) {
  const server = await listen(app, { HOST: '127.0.0.1', PORT: 0 })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    server,
    async call(method: string, path: string, { as, body, headers }: CallOptions = {}): Promise<TestAnswer> {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(as === undefined ? {} : { cookie: cookieOf(as) }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') === true
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
    /** Closes the server and its connections at once. */
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}

/** Serves only these routes, with these access checks. @throws when a route needs a check that is missing */
export async function serveRoutes(
  routes: Route[],
  checks: Omit<AccessChecks, 'publicUrl' | 'sessionPublicKey'> = {},
) {
  const all = { publicUrl: testPublicUrl, sessionPublicKey: testKeys.public, ...checks }
  const app = createHttpApp({
    log: createLogger('support', 'silent'),
    publicUrl: testPublicUrl,
    isReady: async () => true,
    mount: (app) => mountRoutes(app, routes, all),
  })
  return serveForTest(app)
}

/** The cells of a line of a CSV file in which every field is quoted. */
export const csvCells = (line = ''): string[] =>
  line
    .replace(/^\uFEFF?"|"$/g, '')
    .split('","')
    .map((cell) => cell.replaceAll('""', '"'))
