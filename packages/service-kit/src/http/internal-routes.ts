import { defaultMaxBodyBytes, type ServiceName } from '@prankpost/contracts'
import type { Express } from 'express'
import type { z } from 'zod'
import { createCallerReader, type ServicePublicKeys } from '../auth/service-token.ts'
import { forbidden, unauthorized } from '../errors.ts'
import { nameRoute } from '../ops/metrics.ts'
import { jsonReader } from './request-body.ts'

/** One endpoint that certain other services may call. */
export interface InternalRoute {
  method: 'get' | 'post'
  path: `/internal/${string}`
  /** The services that may call it; all others are refused. */
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

/** Defines an internal route: its callers, the schema of its input (query or body), its use case and its largest body. */
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

/** Mounts internal routes. A call is handled only if it is signed for this service by one of the route's callers. */
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
      if (!callers.includes(caller)) throw forbidden('This service may not make this call.')
      if (method === 'post') await readBody(req, res)
      const params = req.params as Record<string, string>
      const answer = await handle({ params, query: { ...req.query }, body: req.body ?? {}, caller })
      if (!res.headersSent) res.json(answer)
    })
  }
}
