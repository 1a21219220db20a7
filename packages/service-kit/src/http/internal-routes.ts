import { defaultMaxBodyBytes, type ServiceName } from '@prankpost/contracts'
import type { Express } from 'express'
import type { z } from 'zod'
import { createCallerReader, type ServicePublicKeys } from '../auth/service-token.ts'
import { forbidden, unauthorized } from '../errors.ts'
import { nameRoute } from '../ops/metrics.ts'
import { jsonReader } from './request-body.ts'

/** One question or command that some other services may put to this one. */
export interface InternalRoute {
  method: 'get' | 'post'
  path: `/internal/${string}`
  /** Who may ask; everybody else is refused. */
  callers: readonly ServiceName[]
  /** The largest body in bytes. */
  maxBodyBytes: number
  handle: (request: {
    params: Record<string, string>
    query: unknown
    body: unknown
    caller: ServiceName
  }) => Promise<unknown>
}

/** Binds an internal route: who may call it, its input (query or body) by a schema, its use case, the largest body. */
export function onInternal<T extends z.ZodType>(
  method: 'get' | 'post',
  path: `/internal/${string}`,
  callers: readonly ServiceName[],
  schema: T,
  handle: (input: z.output<T>, params: Record<string, string>, caller: ServiceName) => Promise<unknown>,
  maxBodyBytes = defaultMaxBodyBytes,
): InternalRoute {
  return {
    method,
    path,
    callers,
    maxBodyBytes,
    handle: ({ params, query, body, caller }) =>
      handle(schema.parse(method === 'get' ? query : body), params, caller),
  }
}

/** Mounts internal routes: only calls signed for this service by one of a route's callers are read and handled. */
export function mountInternal(
  app: Express,
  service: ServiceName,
  publicKeys: ServicePublicKeys,
  routes: InternalRoute[],
): void {
  const callerOf = createCallerReader(service, publicKeys)
  for (const { method, path, callers, maxBodyBytes, handle } of routes) {
    const readBody = jsonReader(maxBodyBytes)
    app[method](path, nameRoute(path), async (req, res) => {
      const caller = callerOf(req.headers.authorization)
      if (caller === null) throw unauthorized()
      if (!callers.includes(caller)) throw forbidden('This is not for that service to ask.')
      if (method === 'post') await readBody(req, res)
      const params = req.params as Record<string, string>
      const answer = await handle({ params, query: { ...req.query }, body: req.body ?? {}, caller })
      if (!res.headersSent) res.json(answer)
    })
  }
}
