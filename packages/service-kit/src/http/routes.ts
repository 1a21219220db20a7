import {
  type AccessOf,
  type AnswerOf,
  type ApiKey,
  api,
  type BodyOf,
  type CallingOperator,
  isAudited,
  isAuditedRead,
  maxBodyBytesOf,
  type ParamsOf,
  type QueryOf,
} from '@prankpost/contracts'
import type { Endpoint } from '@prankpost/contracts/endpoint'
import { checkpoint } from '@prankpost/messaging'
import type { Express, Request, Response } from 'express'
import type { AuditedCall, AuditTrail } from '../auth/audit.ts'
import type { BlockedCustomers } from '../auth/blocked-customers.ts'
import type { SessionCheck } from '../auth/ended-sessions.ts'
import type { OperatorCheck } from '../auth/operator-check.ts'
import { operatorBrowserOf, operatorSessionOf } from '../auth/operator-cookies.ts'
import { createSessionReader, type SessionReader, type SessionUser } from '../auth/session.ts'
import { forbidden, totpRequired, unauthorized } from '../errors.ts'
import { nameRoute } from '../ops/metrics.ts'
import { createFilePlaces } from './file-places.ts'
import { statusOf } from './http-app.ts'
import { type BodyReader, jsonReader, rawReader, uploadReader } from './request-body.ts'

/** The input of a use case: the request, parsed by the contract, and the signed-in customer or operator. */
export interface RouteInput<K extends ApiKey> {
  body: BodyOf<K>
  params: ParamsOf<K>
  query: QueryOf<K>
  user: AccessOf<K> extends 'customer' ? SessionUser : undefined
  operator: AccessOf<K> extends 'admin' ? CallingOperator : undefined
  req: Request
  res: Response
}

/** One line of a service's HTTP map: an endpoint of the contract and its use case. */
export interface Route {
  key: ApiKey
  handle: (input: RouteInput<ApiKey>) => Promise<unknown>
}

/** Binds an endpoint of the contract to a use case; its input and response have the contract's types. */
export function on<K extends ApiKey>(
  key: K,
  handle: (input: RouteInput<K>) => Promise<AnswerOf<K>> | AnswerOf<K> | Promise<void>,
): Route {
  return { key, handle: async (input) => handle(input as unknown as RouteInput<K>) }
}

export interface AccessChecks {
  /** Public URL of the shop; the name of the session cookie depends on it. */
  publicUrl: string
  /** Public key that verifies sessions. */
  sessionPublicKey: string
  /** Required by services with endpoints for customers: checks whether a session was ended. */
  endedSessions?: SessionCheck
  /** Required by services with endpoints that refuse blocked customers. */
  blockedCustomers?: Pick<BlockedCustomers, 'isBlocked'>
  /** Required by services with endpoints for operators. */
  operatorCheck?: OperatorCheck
  /** Required by services with audited endpoints. The endpoint that lists its entries is mounted, too. */
  audit?: AuditTrail
}

/**
 * Mounts a service's HTTP map. The steps are: access check, body, the contract's schemas, use case, response. The body is
 * read before the access check only for an operator's call that has the admin password there, up to the endpoint's limit.
 * A response that is a file is created in one of the process's file places.
 * When the operator changes, exports or reads personal data, the audit trail is written before the response is sent.
 */
export function mountRoutes(app: Express, routes: Route[], checks: AccessChecks): void {
  const { endedSessions, blockedCustomers, sessionPublicKey: publicKey, publicUrl } = checks
  const inFilePlace = createFilePlaces()
  const requireCustomer =
    endedSessions && customerCheck(createSessionReader({ publicKey, publicUrl }), endedSessions)
  for (const { key, handle } of [...routes, ...auditRoutes(checks)]) {
    const [method, path] = key.split(' ') as [string, string]
    const endpoint = api[key] as Endpoint
    if (endpoint.access === 'customer' && requireCustomer === undefined) {
      throw new Error(`${key} needs endedSessions`)
    }
    if (endpoint.refusesBlocked && blockedCustomers === undefined) {
      throw new Error(`${key} needs blockedCustomers`)
    }
    const recorded = isAudited(endpoint) ? audited(key, endpoint, handle, checks) : handle
    const run: Route['handle'] =
      endpoint.file === undefined || endpoint.isStored
        ? recorded
        : (input) =>
            inFilePlace(input.res, (input.user as SessionUser | undefined)?.id, () => recorded(input))
    const readBody = bodyReaderOf(key, endpoint)
    // A file cannot contain the admin password, so it is not read before the access check.
    const readPassword: BodyReader = endpoint.upload === undefined ? readBody : async () => {}
    app[method.toLowerCase() as 'get'](path, nameRoute(path), async (req, res) => {
      res.setHeader('cache-control', 'no-store')
      const user = endpoint.access === 'customer' ? await requireCustomer?.(req) : undefined
      // For the request's log line.
      if (user !== undefined) res.locals.userId = user.id
      if (user && endpoint.refusesBlocked && (await blockedCustomers?.isBlocked(user.id)))
        throw forbidden(blockedMessage)
      const operator =
        endpoint.access === 'admin'
          ? await requireOperator(key, req, checks, () => readPassword(req, res))
          : undefined
      if (req.body === undefined) await readBody(req, res)
      const answer = await run({
        body: endpoint.upload === undefined ? endpoint.body?.parse(req.body ?? {}) : bytesOf(req),
        params: endpoint.params?.parse(req.params),
        query: endpoint.query?.parse({ ...req.query }),
        user,
        operator,
        req,
        res,
      } as RouteInput<ApiKey>)
      if (res.headersSent) return
      if (endpoint.status === 204) res.status(204).end()
      else res.status(endpoint.status).json(answer)
    })
  }
}

/** The bytes of a file; none if the body is empty. */
const bytesOf = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Returns the body reader of an endpoint. The webhook's body is kept as raw bytes, because its signature covers them. */
function bodyReaderOf(key: ApiKey, { upload }: Endpoint): BodyReader {
  if (key.startsWith('GET ')) return async () => {}
  if (upload !== undefined) return uploadReader(maxBodyBytesOf(key), upload)
  const makeReader = key === 'POST /api/webhooks/stripe' ? rawReader : jsonReader
  return makeReader(maxBodyBytesOf(key))
}

/** Wraps the use case of an endpoint so that it is recorded in the audit trail. @throws when there is no audit trail */
function audited(
  key: ApiKey,
  endpoint: Endpoint,
  handle: Route['handle'],
  { audit }: AccessChecks,
): Route['handle'] {
  if (audit === undefined) throw new Error(`${key} needs an audit trail`)
  return isAuditedRead(key, endpoint)
    ? auditedRead(key, endpoint, handle, audit)
    : auditedAction(key, endpoint, handle, audit)
}

/** Writes the entry before the use case runs, and its outcome afterwards. */
const auditedAction =
  (key: ApiKey, { status }: Endpoint, handle: Route['handle'], audit: AuditTrail): Route['handle'] =>
  async (input) => {
    const end = await audit.begin(callOf(key, input))
    checkpoint('audit:begun')
    try {
      const answer = await handle(input)
      checkpoint('audit:acted')
      await end(status, input.res.locals.records)
      return answer
    } catch (error) {
      await end(statusOf(error), input.res.locals.records)
      throw error
    }
  }

/**
 * Writes the entry after the read, when the number of records is known, and before the response is sent. A read without
 * results and without a search, such as the count on a tab, is not recorded.
 */
const auditedRead =
  (key: ApiKey, { status }: Endpoint, handle: Route['handle'], audit: AuditTrail): Route['handle'] =>
  async (input) => {
    const startedAt = performance.now()
    const answer = await handle(input)
    const records = recordsIn(answer)
    const { q } = Object(input.query) as { q?: string }
    if (records > 0 || q) await audit.recordRead(callOf(key, input), { status, startedAt, records })
    return answer
  }

const recordsIn = (answer: unknown): number => {
  const { items = answer } = Object(answer) as { items?: unknown }
  return Array.isArray(items) ? items.length : 1
}

function callOf(key: ApiKey, { req, params, query, body, operator }: RouteInput<ApiKey>): AuditedCall {
  const { hidesBody, hidesFields }: Endpoint = api[key]
  return {
    endpoint: key,
    operator,
    address: req.ip ?? 'unknown',
    requestId: String(req.id),
    params: Object.assign({}, params, query),
    body: hidesBody ? undefined : recordable(body),
    hidesFields,
  }
}

/** Of a file, the audit trail has only the size. */
const recordable = (body: unknown) => (Buffer.isBuffer(body) ? { bytes: body.length } : body)

const auditRoutes = ({ audit }: AccessChecks): Route[] =>
  audit === undefined ? [] : [on(`GET /api/admin/audit/${audit.service}`, ({ query }) => audit.list(query))]

const blockedMessage = 'Your account cannot place new orders. Please write to us with the contact form.'

const customerCheck = (readSession: SessionReader, endedSessions: SessionCheck) => async (req: Request) => {
  const session = readSession(req)
  if (session === null || (await endedSessions.hasEnded(session, req))) throw unauthorized()
  return session.user
}

/**
 * The operator who makes a call: with the admin password in the header, the query or the body, or with the cookie of a
 * session. The body is read only if it may contain the password.
 * @throws 401 without valid credentials, 403 when the role may not call the endpoint or needs one-time codes first
 */
async function requireOperator(
  key: ApiKey,
  req: Request,
  { operatorCheck, publicUrl }: AccessChecks,
  readBody: () => Promise<void>,
): Promise<CallingOperator> {
  if (operatorCheck === undefined)
    throw new Error('a service with endpoints for operators needs an operator check')
  const { roles = [], beforeTotp } = api[key] as Endpoint
  const session = operatorSessionOf(req, publicUrl)
  if (adminPasswordOf(req) === undefined && session === undefined) await readBody()
  const operator = await operatorCheck({
    password: adminPasswordOf(req),
    session,
    address: req.ip ?? 'unknown',
    browser: operatorBrowserOf(req, publicUrl),
    endpoint: key,
    requestId: String(req.id),
  })
  if (!roles.includes(operator.role)) throw forbidden('Your role does not allow this.')
  if (operator.needsTotp && !beforeTotp) throw totpRequired()
  return operator
}

/** The admin password of a call: from the header, the query, or, after it was read, the body. */
function adminPasswordOf(req: Request): string | undefined {
  const places = [req.headers['x-admin-password'], req.query.adminPassword, req.body?.adminPassword]
  return places.find((place): place is string => typeof place === 'string' && place.trim() !== '')
}
