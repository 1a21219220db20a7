import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serviceNames, sessionCookie } from '@prankpost/contracts'
import type { Express } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import type { SessionUser } from '../auth/session.ts'
import { closeServer, listen } from '../http/serve.ts'

/** What every service's tests share: keys, sessions of their own making, and an app on a free port. */
export const testPublicUrl = 'http://store.test'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** The keys that test sessions are signed with, as PEM. */
export const testKeys = {
  private: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
}

/** The keys that services sign their calls with in tests: here all have the same. */
export const testServiceKeys = {
  privateKey: testKeys.private,
  publicKeys: Object.fromEntries(serviceNames.map((name) => [name, testKeys.public])),
}

/** An id such as the databases make. */
export const newId = () => randomBytes(12).toString('hex')

/** A customer whom nobody else has. */
export function newCustomer(over: Partial<SessionUser> = {}): SessionUser {
  const id = newId()
  return { id, email: `${id}@customers.test`, firstName: 'Pat', lastName: 'Potato', ...over }
}

/** What a test may say of the session it calls with. */
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

/** How a test calls: as whom, with what. A body that is a string goes out as it is. */
export interface CallOptions {
  as?: SessionUser
  body?: unknown
  headers?: Record<string, string>
}

/** What came back. */
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
    close: () => closeServer(server),
  }
}

/** The cells of a line of a CSV file in which every field is quoted. */
export const csvCells = (line = ''): string[] =>
  line
    .replace(/^\uFEFF?"|"$/g, '')
    .split('","')
    .map((cell) => cell.replaceAll('""', '"'))
