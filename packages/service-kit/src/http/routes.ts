import {
  type AccessOf,
  type AnswerOf,
  type ApiKey,
  api,
  type BodyOf,
  isAudited,
  isAuditedRead,
  maxBodyBytesOf,
  type ParamsOf,
  type QueryOf,
} from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import type { Express, Request, Response } from 'express'
import type { z } from 'zod'
import type { AdminCheck } from '../auth/admin-check.ts'
import type { AuditedCall, AuditTrail } from '../auth/audit.ts'
import type { SessionCheck } from '../auth/ended-sessions.ts'
import { operatorBrowserOf } from '../auth/operator-browser.ts'
import { createSessionReader, type SessionReader, type SessionUser } from '../auth/session.ts'
import { unauthorized } from '../errors.ts'
import { nameRoute } from '../ops/metrics.ts'
import { createFilePlaces } from './file-places.ts'
import { statusOf } from './http-app.ts'
import { type BodyReader, jsonReader, rawReader } from './request-body.ts'

/** What a use case gets of a request: everything parsed by the contract, and who asks. */
export interface RouteInput<K extends ApiKey> {
  body: BodyOf<K>
  params: ParamsOf<K>
  query: QueryOf<K>
  user: AccessOf<K> extends 'customer' ? SessionUser : undefined
  req: Request
  res: Response
}

/** One line of a service's HTTP map: an endpoint of the contract and its use case. */
export interface Route {
  key: ApiKey
  handle: (input: RouteInput<ApiKey>) => Promise<unknown>
}

/** Binds an endpoint of the contract to a use case; input and answer have the contract's types. */
export function on<K extends ApiKey>(
  key: K,
  handle: (input: RouteInput<K>) => Promise<AnswerOf<K>> | AnswerOf<K> | Promise<void>,
): Route {
  return { key, handle: async (input) => handle(input as unknown as RouteInput<K>) }
}

export interface AccessChecks {
  /** Where the shop is reached: it decides the name of the session's cookie. */
  publicUrl: string
  /** Public half of the key that sessions are signed with. */
  sessionPublicKey: string
  /** Needed by services with endpoints for customers: whether a session was ended since it began. */
  endedSessions?: SessionCheck
  /** Needed by services with admin endpoints. */
  adminCheck?: AdminCheck
  /** Needed by services where the operator changes or takes out something; its endpoint is mounted with the others. */
  audit?: AuditTrail
}

/**
 * Mounts a service's HTTP map: access check, then the body, then the contract's schemas, then the use case, then its
 * answer. Only an admin call that carries its password in the body is read first, up to the endpoint's limit.
 * An answer that is a file is made in one of the process's few places for that.
 * What the operator changes, takes out or reads of personal data is in the audit trail before it is answered.
 */
export function mountRoutes(app: Express, routes: Route[], checks: AccessChecks): void {
  const { endedSessions, sessionPublicKey: publicKey, publicUrl } = checks
  const inFilePlace = createFilePlaces()
  const requireCustomer =
    endedSessions && customerCheck(createSessionReader({ publicKey, publicUrl }), endedSessions)
  for (const { key, handle } of [...routes, ...auditRoutes(checks)]) {
    const [method, path] = key.split(' ') as [string, string]
    const endpoint = api[key] as Endpoint
    if (endpoint.access === 'customer' && requireCustomer === undefined) {
      throw new Error(`${key} needs endedSessions`)
    }
    const recorded = isAudited(endpoint) ? audited(key, endpoint, handle, checks) : handle
    const act: Route['handle'] =
      endpoint.file === undefined
        ? recorded
        : (input) =>
            inFilePlace(input.res, (input.user as SessionUser | undefined)?.id, () => recorded(input))
    const readBody = bodyReaderOf(key)
    app[method.toLowerCase() as 'get'](path, nameRoute(path), async (req, res) => {
      res.setHeader('cache-control', 'no-store')
      const user = endpoint.access === 'customer' ? await requireCustomer?.(req) : undefined
      // For the request's line in the log.
      if (user !== undefined) res.locals.userId = user.id
      if (endpoint.access === 'admin' && adminPasswordOf(req) === undefined) await readBody(req, res)
      if (endpoint.access === 'admin') await requireAdmin(req, checks)
      if (req.body === undefined) await readBody(req, res)
      const answer = await act({
        body: endpoint.body?.parse(req.body ?? {}),
        params: endpoint.params?.parse(req.params),
        query: endpoint.query?.parse({ ...req.query }),
        user,
        req,
        res,
      } as RouteInput<ApiKey>)
      if (res.headersSent) return
      if (endpoint.status === 204) res.status(204).end()
      else res.status(endpoint.status).json(answer)
    })
  }
}

/** How the body of an endpoint is read; that of the webhook as it came, since its signature covers the bytes. */
function bodyReaderOf(key: ApiKey): BodyReader {
  if (key.startsWith('GET ')) return async () => {}
  const makeReader = key === 'POST /api/webhooks/stripe' ? rawReader : jsonReader
  return makeReader(maxBodyBytesOf(key))
}

/** The use case of an endpoint with its entry in the audit trail. @throws when there is no trail to write to */
function audited(
  key: ApiKey,
  endpoint: Endpoint,
  handle: Route['handle'],
  { audit }: AccessChecks,
): Route['handle'] {
  if (audit === undefined) throw new Error(`${key} needs an audit trail`)
  return isAuditedRead(key, endpoint)
    ? auditedRead(key, endpoint, handle, audit)
    : auditedAct(key, endpoint, handle, audit)
}

/** Writes the entry before the use case acts, and its outcome afterwards. */
const auditedAct =
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
 * Writes the entry when it is known how many records a read found, and before they are handed out. A read that
 * finds nothing and searches for nothing, such as the count on a tab, is not recorded.
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

function callOf(key: ApiKey, { req, params, query, body }: RouteInput<ApiKey>): AuditedCall {
  return {
    endpoint: key,
    address: req.ip ?? 'unknown',
    requestId: String(req.id),
    params: Object.assign({}, params, query),
    body,
  }
}

const auditRoutes = ({ audit }: AccessChecks): Route[] =>
  audit === undefined ? [] : [on(`GET /api/admin/audit/${audit.service}`, ({ query }) => audit.list(query))]

interface Endpoint {
  access: 'public' | 'customer' | 'admin'
  status: number
  unaudited?: string
  file?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
}

const customerCheck = (readSession: SessionReader, endedSessions: SessionCheck) => async (req: Request) => {
  const session = readSession(req)
  if (session === null || (await endedSessions.hasEnded(session, req))) throw unauthorized()
  return session.user
}

async function requireAdmin(req: Request, { adminCheck, publicUrl }: AccessChecks) {
  if (adminCheck === undefined) throw new Error('a service with admin endpoints needs an admin check')
  const browser = operatorBrowserOf(req, publicUrl)
  await adminCheck(adminPasswordOf(req), { address: req.ip ?? 'unknown', browser })
}

/** Where an admin call may carry the password: header, query, or, once it was read, body. */
function adminPasswordOf(req: Request): string | undefined {
  const places = [req.headers['x-admin-password'], req.query.adminPassword, req.body?.adminPassword]
  return places.find((place): place is string => typeof place === 'string' && place.trim() !== '')
}
