import type { RequestHandler } from 'express'
import { Histogram, register } from 'prom-client'

/** For the process's figures (memory, event loop, handles) and a service's own; all of them show at /metrics. */
export { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client'

const requestSeconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Measures each request under its route's pattern, never under the address that was asked for. */
export const measureRequests: RequestHandler = (req, res, next) => {
  const stop = requestSeconds.startTimer({ method: req.method })
  res.on('finish', () => stop({ route: res.locals.route ?? 'unknown', status: String(res.statusCode) }))
  next()
}

/** Answers Prometheus' text format; reachable on the service's own port only. */
export const metricsHandler: RequestHandler = async (_req, res) => {
  res.type(register.contentType).send(await register.metrics())
}

/** Tells the metrics which route a request was for. */
export function nameRoute(path: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.route = path
    next()
  }
}
