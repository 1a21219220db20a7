import type { ServiceName } from '@prankpost/contracts'
import {
  answerErrors,
  checkBodyLength,
  type Logger,
  measureRequests,
  metricsHandler,
  nameRoute,
  notFound,
  requestLog,
  requireOwnOrigin,
  requirePlainBody,
  traceRequests,
} from '@prankpost/service-kit/http'
import express, { type Express, type RequestHandler } from 'express'
import { createDocs } from './docs.ts'
import { dropClaimedIds, limitCalls, onlyLoopback, securityHeaders, setHeaders } from './guards.ts'
import { createPrankAddresses } from './prank-addresses.ts'
import type { Proxies } from './proxy.ts'
import { createReadiness } from './readiness.ts'
import { findRoute } from './route-table.ts'
import { createSharedReads, type SharedReads } from './shared-reads.ts'
import { createSitemap } from './sitemap.ts'
import { createWeb, type WebFolders } from './web.ts'

export interface AppOptions extends WebFolders {
  log: Logger
  services: Map<ServiceName, string[]>
  proxies: Proxies
  /** How many of our own proxies are in front of the gateway. */
  trustProxy: number
  rateLimit: { calls: number; seconds: number }
  /**
   * How long a cached response to a public read is used, 0 for no cache. A service may cache its list for half a second;
   * with 400, a change is visible in every replica within one second.
   */
  publicReadMaxAgeMs: number
  /** Whether this server answers /metrics, to callers on the same machine only. */
  metricsHere: boolean
}

/** The public entry point: guards, then the API by the contract's table, then the front ends. It does not listen. */
export function createApp(options: AppOptions): Express {
  const { log, publicUrl, services, proxies, trustProxy } = options
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', trustProxy)
  app.set('query parser', 'simple')
  app.use(setHeaders(securityHeaders(publicUrl)), dropClaimedIds)
  mountHealth(app, services, options.metricsHere)
  app.use(traceRequests, requestLog(log), measureRequests)
  app.use('/api', limitCalls(options.rateLimit), requireOwnOrigin(publicUrl))
  // Each reads the database of catalog.
  app.use('/media', limitCalls(options.rateLimit))
  app.use(requirePlainBody)
  app.use('/api/docs', createDocs())
  const sharedReads = createSharedReads(proxies, options.publicReadMaxAgeMs)
  app.use(forwardCalls(proxies, options.publicReadMaxAgeMs > 0 ? sharedReads : undefined))
  const { readText } = sharedReads
  app.use(nameRoute('web'))
  if (options.webDist !== undefined) {
    const limit = limitCalls(options.rateLimit)
    app.use(createSitemap(publicUrl, readText), createPrankAddresses({ readText, proxies, limit }))
  }
  app.use(createWeb(options, readText, log))
  app.use(answerErrors(log))
  return app
}

function mountHealth(app: Express, services: Map<ServiceName, string[]>, metricsHere: boolean): void {
  const readiness = createReadiness(services)
  app.get('/healthz', (_req, res) => void res.json({ status: 'alive' }))
  app.get('/readyz', async (_req, res) => {
    const { ready, services: states } = await readiness()
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', services: states })
  })
  if (metricsHere) app.get('/metrics', onlyLoopback, metricsHandler)
}

/** Forwards calls by the contract's table. Other paths under /api, /internal and /media are a 404. */
function forwardCalls(proxies: Proxies, sharedReads: SharedReads | undefined): RequestHandler {
  return (req, res, next) => {
    if (!/^\/(api|internal|media)(\/|$)/i.test(req.path)) return next()
    const route = findRoute(req.method, req.path)
    if (route === undefined) throw notFound('There is nothing at this address.')
    res.locals.route = route.path
    checkBodyLength(req, route.maxBodyBytes)
    const answer = route.isPublicRead && sharedReads ? sharedReads.answer(route) : proxies.to(route.service)
    return answer(req, res, next)
  }
}
