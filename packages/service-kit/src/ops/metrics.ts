import type { RequestHandler } from 'express'
import { Histogram, register } from 'prom-client'

/** For the metrics of the process (memory, event loop, handles) and of a service; /metrics shows all of them. */
export { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client'

const requestSeconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Measures each request by its route pattern, never by the requested address. */
export const measureRequests: RequestHandler = (req, res, next) => {
  const stop = requestSeconds.startTimer({ method: req.method })
  res.on('finish', () => stop({ route: res.locals.route ?? 'unknown', status: String(res.statusCode) }))
  next()
}

/** Answers in Prometheus' text format; reachable only on the service's own port. */
export const metricsHandler: RequestHandler = async (_req, res) => {
  res.type(register.contentType).send(await register.metrics())
}

/** Sets the route that the metrics report for a request. */
export function nameRoute(path: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.route = path
    next()
  }
}
