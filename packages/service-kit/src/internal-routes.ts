import { type ServiceName, serviceNames } from '@prankpost/contracts'
import type { Express } from 'express'
import jsonwebtoken from 'jsonwebtoken'
import type { z } from 'zod'
import { unauthorized } from './errors.ts'
import { readJson } from './http-app.ts'
import { nameRoute } from './metrics.ts'

/** One question or command that other services may put to this one. */
export interface InternalRoute {
  method: 'get' | 'post'
  path: `/internal/${string}`
  handle: (request: { params: Record<string, string>; query: unknown; body: unknown }) => Promise<unknown>
}

/** Binds an internal route's input, query or body, to a schema and a use case. */
export function onInternal<T extends z.ZodType>(
  method: 'get' | 'post',
  path: `/internal/${string}`,
  schema: T,
  handle: (input: z.output<T>, params: Record<string, string>) => Promise<unknown>,
): InternalRoute {
  return {
    method,
    path,
    handle: ({ params, query, body }) => handle(schema.parse(method === 'get' ? query : body), params),
  }
}

/** Mounts internal routes: only calls signed for this service by another get through. */
export function mountInternal(
  app: Express,
  service: ServiceName,
  secret: string,
  routes: InternalRoute[],
): void {
  for (const { method, path, handle } of routes) {
    app[method](path, nameRoute(path), readJson, async (req, res) => {
      const token = req.headers.authorization?.replace(/^Bearer /, '') ?? ''
      try {
        jsonwebtoken.verify(token, secret, {
          algorithms: ['HS256'],
          audience: service,
          issuer: [...serviceNames],
        })
      } catch {
        throw unauthorized()
      }
      const params = req.params as Record<string, string>
      res.json(await handle({ params, query: { ...req.query }, body: req.body ?? {} }))
    })
  }
}
