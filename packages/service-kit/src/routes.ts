import {
  type AccessOf,
  type AnswerOf,
  type ApiKey,
  api,
  type BodyOf,
  isAudited,
  type ParamsOf,
  type QueryOf,
} from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import type { Express, Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import type { AdminCheck } from './admin-check.ts'
import type { AuditTrail } from './audit.ts'
import type { SessionCheck } from './ended-sessions.ts'
import { unauthorized } from './errors.ts'
import { readJson, statusOf } from './http-app.ts'
import { nameRoute } from './metrics.ts'
import { createSessionReader, type SessionReader, type SessionUser } from './session.ts'

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
 * Mounts a service's HTTP map: access check, then the contract's schemas, then the use case, then its answer.
 * What the operator changes or takes out is in the audit trail before it is done.
 */
export function mountRoutes(app: Express, routes: Route[], checks: AccessChecks): void {
  const { endedSessions, sessionPublicKey } = checks
  const requireCustomer = endedSessions && customerCheck(createSessionReader(sessionPublicKey), endedSessions)
  for (const { key, handle } of [...routes, ...auditRoutes(checks)]) {
    const [method, path] = key.split(' ') as [string, string]
    const endpoint = api[key] as Endpoint
    if (endpoint.access === 'customer' && requireCustomer === undefined) {
      throw new Error(`${key} needs endedSessions`)
    }
    const act = isAudited(key, endpoint) ? audited(key, handle, checks) : handle
    const steps: RequestHandler[] = [nameRoute(path)]
    // The webhook's body is read raw by its own route: a signature covers the bytes.
    if (method !== 'GET' && key !== 'POST /api/webhooks/stripe') steps.push(readJson)
    steps.push(async (req, res) => {
      res.setHeader('cache-control', 'no-store')
      const user = endpoint.access === 'customer' ? await requireCustomer?.(req) : undefined
      // For the request's line in the log.
      if (user !== undefined) res.locals.userId = user.id
      if (endpoint.access === 'admin') await requireAdmin(req, checks)
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
    app[method.toLowerCase() as 'get'](path, ...steps)
  }
}

/** Does what it is given between the two halves of an entry in the audit trail. */
function audited(key: ApiKey, handle: Route['handle'], { audit }: AccessChecks): Route['handle'] {
  if (audit === undefined) throw new Error(`${key} needs an audit trail`)
  return async (input) => {
    const { req, params, query, body } = input as RouteInput<ApiKey> & { body: unknown }
    const end = await audit.begin({
      endpoint: key,
      address: req.ip ?? 'unknown',
      requestId: String(req.id),
      params: Object.assign({}, params, query),
      body,
    })
    checkpoint('audit:begun')
    try {
      const answer = await handle(input)
      checkpoint('audit:acted')
      await end((api[key] as Endpoint).status)
      return answer
    } catch (error) {
      await end(statusOf(error))
      throw error
    }
  }
}

const auditRoutes = ({ audit }: AccessChecks): Route[] =>
  audit === undefined ? [] : [on(`GET /api/admin/audit/${audit.service}`, ({ query }) => audit.list(query))]

interface Endpoint {
  access: 'public' | 'customer' | 'admin'
  status: number
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

async function requireAdmin(req: Request, { adminCheck }: AccessChecks) {
  if (adminCheck === undefined) throw new Error('a service with admin endpoints needs an admin check')
  await adminCheck(adminPasswordOf(req), req.ip ?? 'unknown')
}

/** Where an admin call may carry the password: header, body, or (GET) query. */
function adminPasswordOf(req: Request): string | undefined {
  const places = [req.headers['x-admin-password'], req.body?.adminPassword, req.query.adminPassword]
  return places.find((place): place is string => typeof place === 'string' && place.trim() !== '')
}
