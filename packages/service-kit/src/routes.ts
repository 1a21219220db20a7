import {
  type AccessOf,
  type AnswerOf,
  type ApiKey,
  api,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
} from '@prankpost/contracts'
import type { Express, Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import type { AdminCheck } from './admin-check.ts'
import { unauthorized } from './errors.ts'
import { readJson } from './http-app.ts'
import { nameRoute } from './metrics.ts'
import { readSession, type SessionUser } from './session.ts'

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
  /** Needed by services with admin endpoints. */
  adminCheck?: AdminCheck
}

/** Mounts a service's HTTP map: access check, then the contract's schemas, then the use case, then its answer. */
export function mountRoutes(app: Express, routes: Route[], checks: AccessChecks): void {
  for (const { key, handle } of routes) {
    const [method, path] = key.split(' ') as [string, string]
    const endpoint = api[key] as Endpoint
    const steps: RequestHandler[] = [nameRoute(path)]
    // The webhook's body is read raw by its own route: a signature covers the bytes.
    if (method !== 'GET' && key !== 'POST /api/webhooks/stripe') steps.push(readJson)
    steps.push(async (req, res) => {
      const user = endpoint.access === 'customer' ? readSession(req, checks.sessionPublicKey) : undefined
      if (user === null) throw unauthorized()
      if (endpoint.access === 'admin') await requireAdmin(req, checks)
      const answer = await handle({
        body: endpoint.body?.parse(req.body ?? {}),
        params: endpoint.params?.parse(req.params),
        query: endpoint.query?.parse({ ...req.query }),
        user,
        req,
        res,
      } as RouteInput<ApiKey>)
      if (res.headersSent) return
      res.setHeader('cache-control', 'no-store')
      if (endpoint.status === 204) res.status(204).end()
      else res.status(endpoint.status).json(answer)
    })
    app[method.toLowerCase() as 'get'](path, ...steps)
  }
}

interface Endpoint {
  access: 'public' | 'customer' | 'admin'
  status: number
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
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
